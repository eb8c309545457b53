import { invalidField } from '@platform/runtime';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Made at the first question: the lists take 9 MB and a tenth of a second. */
let estimator: ZxcvbnFactory | undefined;

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

/** Why a password is too weak for the account with this e-mail; null when it is not. */
export function passwordWeakness(password: string, email: string): string | null {
  if (password.toLowerCase() === email.toLowerCase()) return 'is the e-mail';
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: judgedLength });
  const { score, feedback } = estimator.check(password, [email, ...email.split(/[@.]/)]);
  if (score >= lowestScore) return null;
  return reasons[feedback.warning ?? ''] ?? 'is easy to guess';
}

/** Throws `validation_failed` that names why the password in the field `path` is too weak. */
export function requireStrongPassword(path: string, password: string, email: string): void {
  const weakness = passwordWeakness(password, email);
  if (weakness !== null) invalidField(path, weakness);
}
