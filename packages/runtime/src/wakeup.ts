/** Wakes a job before its interval is over. Calls while it runs are coalesced into one more run. */
export interface Wakeup {
  wake(): void;
  /** Resolves when `wake` was called since the last time, or at the abort. */
  asked(signal: AbortSignal): Promise<void>;
}

/** @returns a wakeup for one job of this process */
export function createWakeup(): Wakeup {
  let isAsked = false;
  let resume: () => void = () => {};
  return {
    wake() {
      isAsked = true;
      resume();
    },
    async asked(signal) {
      if (!isAsked && !signal.aborted)
        await new Promise<void>((resolve) => {
          resume = () => {
            signal.removeEventListener('abort', resume);
            resolve();
          };
          signal.addEventListener('abort', resume, { once: true });
        });
      isAsked = false;
    },
  };
}
