export interface SnapshotReport {
  posts: number;
  failed: number;
}
