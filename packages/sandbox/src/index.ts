export * from './identity-provider/identity-provider-sandbox.ts';
export * from './postgres/local-postgres.ts';
export * from './yookassa/yookassa-sandbox.ts';
