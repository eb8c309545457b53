export { ThreadBusyError, ThreadLimitError } from './errors.ts';
export { type ThreadOptions, Threads } from './threads.ts';
