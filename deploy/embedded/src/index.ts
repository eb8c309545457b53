export * from './environment.ts';
export * from './platform.ts';
export * from './sandboxes.ts';
export * from './secrets.ts';
export * from './seed.ts';
export * from './services.ts';
