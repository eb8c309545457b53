/** Every operation as a constant, and the transport that calls them: a bundler drops unused operations. */
export { type Caller, type CallerOptions, createCaller, type GetToken, type Reply } from './caller.ts';
export type { ErrorCode, ErrorFields } from './generated/errors.ts';
export * from './generated/operations.ts';
export type * as Schemas from './generated/schemas.ts';
export type { CallOptions, Input, Operation, Output, Page } from './operation.ts';
export { isPlatformError, PlatformError } from './platform-error.ts';
