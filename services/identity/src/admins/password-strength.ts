import { invalidField, lazyClient } from '@platform/runtime';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

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

/** Loaded with the first judged password: the lists take 15 MB and a quarter of a second. */
const estimator = lazyClient<ZxcvbnFactory>(async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: judgedLength });
});

/** Why a password is too weak for the account with this e-mail; null when it is not. */
export async function passwordWeakness(password: string, email: string): Promise<string | null> {
  if (password.toLowerCase() === email.toLowerCase()) return 'is the e-mail';
  const { score, feedback } = (await estimator.open()).check(password, [email, ...email.split(/[@.]/)]);
  if (score >= lowestScore) return null;
  return reasons[feedback.warning ?? ''] ?? 'is easy to guess';
}

/** Throws `validation_failed` that names why the password in the field `path` is too weak. */
export async function requireStrongPassword(path: string, password: string, email: string): Promise<void> {
  const weakness = await passwordWeakness(password, email);
  if (weakness !== null) invalidField(path, weakness);
}
