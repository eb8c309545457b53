export interface SentChanges {
  sent: number;
  accepted: number;
}
