/** A mail as it arrived. */
export interface CaughtMail {
  /** Counts from 1. */
  id: number;
  received_at: string;
  from: string;
  to: string[];
  message_id: string | null;
  subject: string;
  text: string;
  html: string | null;
  /** Header fields in their order, names in lower case. */
  headers: { name: string; value: string }[];
}
