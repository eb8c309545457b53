export interface PublishReport {
  claimed: number;
  published: number;
  waiting: number;
  retry: number;
  failed: number;
  missed: number;
  uncertain: number;
}

/** Publishes due posts: by itself every second, and when it is asked. */
export interface Publisher {
  /**
   * Publishes due posts until none is left or the time is over. Posts that are with their channel then
   * continue by themselves.
   * @param options.account_id only this account
   */
  publishDue(options: { budgetMs: number; account_id?: string | null }): Promise<PublishReport>;
  /** Reads due posts at once. */
  wake(): void;
  /** Begins to publish by itself. */
  start(): void;
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

export interface ReconciledPosts {
  published: number;
  absent: number;
  open: number;
}

/** What a probe found out about a post. */
export type ProbeResult = keyof ReconciledPosts;
