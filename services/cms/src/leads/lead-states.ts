import type { leads } from '../schema.ts';

export type LeadState = Exclude<(typeof leads.$inferSelect)['state'], 'recording'>;

const next: Record<LeadState, readonly LeadState[]> = {
  new: ['in_progress', 'done', 'spam'],
  in_progress: ['new', 'done', 'spam'],
  done: ['new', 'in_progress', 'spam'],
  spam: ['new'],
};

/** The states that may follow a state. Spam is released as `new`. */
export const allowedAfter = (state: LeadState): readonly LeadState[] => next[state];

/** Signs of a form that no person sent. */
export interface SpamSigns {
  /** The honeypot. */
  website?: string | undefined;
  filled_ms?: number | undefined;
}

/** Whether a form has signs of a program: its honeypot is filled, or it was sent too soon. */
export const hasSpamSigns = ({ website, filled_ms }: SpamSigns, minFillMs: number): boolean =>
  (website !== undefined && website !== '') || (filled_ms !== undefined && filled_ms < minFillMs);
