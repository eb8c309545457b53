/** Times of the work on scans, in milliseconds. */
export interface ScanTiming {
  /** How long a process that died holds a scan. */
  leaseMs: number;
  /** Between renewals of a lease, which also notice that the scan was canceled elsewhere. */
  renewMs: number;
  /** Interval of checks for work: leases of other processes expire without an event. */
  pollMs: number;
  /** Before the second try of a page that gave no answer, or a server error. */
  retryMs: number;
  /**
   * Delays from a publication to each fetch of its page, until the page shows it: sites rebuild in seconds or
   * minutes.
   */
  recheckDelaysMs: readonly number[];
  /** How long a batch of rechecks of one site fetches pages. */
  recheckBatchMs: number;
  /**
   * Backoff before the second attempt to store tokens that a provider issues only once; it grows with each
   * attempt.
   */
  rewriteMs: number;
}
