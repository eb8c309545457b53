/** Its modules take longer to load than a call may compute. */
import { holdThread } from './program.ts';

holdThread(400);

export const answer = (_: object): string => 'loaded';
