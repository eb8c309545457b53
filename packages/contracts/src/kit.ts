/**
 * The vocabulary of a contract. An endpoint, event, query or command is one plain object; the router,
 * validation, the gateway's route table, OpenAPI, the client and the negative tests are folds over it.
 * Nothing here runs.
 */
export * from './kit/context.ts';
export * from './kit/endpoint.ts';
export * from './kit/handlers.ts';
export * from './kit/key-scope.ts';
export * from './kit/messages.ts';
export * from './kit/service-contract.ts';
