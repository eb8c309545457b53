import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by less than a third between two full collections. By default V8 lets a small heap grow
 * to four times its live data: a job that reads much, such as an audit of a large site, then holds hundreds
 * of megabytes of garbage. The limit applies to the process and all its threads. NODE_OPTIONS does not take
 * this flag.
 */
export const boundHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=30');
