/** Verifies ledgers in the background, one at a time in each process. */
export interface VerificationRunner {
  /** Begins to work when nothing else runs here. */
  wake(): void;
  /** Leaves what runs to another process, or to the next start. */
  stop(): Promise<void>;
}
