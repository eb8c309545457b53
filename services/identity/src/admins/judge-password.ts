import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Longer passwords are judged by their beginning, which can only make them seem weaker. */
const judgedLength = 64;
/** At least 10^8 guesses (zxcvbn, "safely unguessable"). */
const lowestScore = 3;

const reasons: Record<string, string> = {
  common: 'is one of the most common passwords',
  similarToCommon: 'is like one of the most common passwords',
  userInputs: 'is made of the e-mail',
  simpleRepeat: 'repeats one character',
  extendedRepeat: 'repeats a short text',
  sequences: 'is a sequence of characters',
  dates: 'is made of a date',
  straightRow: 'is a row of keys',
  keyPattern: 'is a pattern of keys',
};

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: judgedLength });

/**
 * Why a password is too weak for the account with this e-mail; null when it is not. Takes up to 0.1 s: for a worker
 * thread.
 */
export function judgePassword({ password, email }: { password: string; email: string }): string | null {
  const { score, feedback } = estimator.check(password, [email, ...email.split(/[@.]/)]);
  if (score >= lowestScore) return null;
  return reasons[feedback.warning ?? ''] ?? 'is easy to guess';
}
