/**
 * Shapes of credentials that get published by accident: each is the documented prefix or frame of a
 * well-known kind. Each begins with a fixed text and has bounded repetitions, so a search is linear in the text.
 */
const shapes: [what: string, shape: RegExp][] = [
  ['a private key', /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/],
  ['a JSON Web Token', /\beyJ[A-Za-z0-9_-]{8,300}\.eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{8}/],
  ['an AWS access key', /\b(AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a GitHub token', /\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})/],
  ['a GitLab token', /\bglpat-[A-Za-z0-9_-]{20,}/],
  ['a Slack token', /\bxox[abeprs]-[A-Za-z0-9-]{10,}/],
  ['a Google API key', /\bAIza[A-Za-z0-9_-]{35}/],
  ['a Stripe secret key', /\b[rs]k_(live|test)_[A-Za-z0-9]{16,}/],
  ['a YooKassa secret key', /\b(live|test)_[A-Za-z0-9_-]{40,}/],
  ['an OpenAI or Anthropic key', /\bsk-(proj-|ant-)?[A-Za-z0-9_-]{20,}/],
  ['a Telegram bot token', /\b\d{8,10}:[A-Za-z0-9_-]{35}\b/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['an address with a password', /(?<=[a-z0-9+.-]):\/\/[^\s/:@]{1,500}:[^\s/@]{1,500}@/i],
];

/**
 * The kind of secret in a JSON value, at any depth, keys included; null when none is recognised. It catches
 * mistakes, not intent.
 */
export function secretIn(value: unknown): string | null {
  // Each text by itself and as it is: written as JSON, a letter of an escape would stand before a secret and
  // hide it.
  const texts = textsIn(value);
  return shapes.find(([, shape]) => texts.some((text) => shape.test(text)))?.[0] ?? null;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}
