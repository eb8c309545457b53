export interface ReconciledPosts {
  published: number;
  absent: number;
  open: number;
}

/** What a probe found out about a post. */
export type ProbeResult = keyof ReconciledPosts;
