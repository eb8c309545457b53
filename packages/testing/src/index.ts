export * from './eventually.ts';
export * from './fake-clock.ts';
export * from './geo-database.ts';
export * from './log-lines.ts';
export * from './servers.ts';
export * from './services-on-disk.ts';
export * from './start-service.ts';
export * from './test-database.ts';
