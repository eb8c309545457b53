import type { OperationModel } from './model.ts';

/** Seconds that a client adds to the time of the gateway, so that the refusal of the gateway arrives. */
const margin = 5;
const defaultSeconds = 10;

/** Seconds that a client waits for one attempt. */
export const secondsOf = ({ timeoutSeconds }: OperationModel): number =>
  timeoutSeconds === null ? defaultSeconds : timeoutSeconds + margin;
