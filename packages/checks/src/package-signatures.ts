/** How a run of `npm audit signatures --json` ended. */
export interface SignatureRun {
  stdout: string;
  /** Null for a run that was stopped, as it took too long. */
  exitCode: number | null;
}

export interface SignatureVerdict {
  outcome: 'verified' | 'invalid' | 'not verified' | 'failed';
  /** One sentence for the log of the run. */
  sentence: string;
}

interface Report {
  invalid?: { name: string; version: string }[];
  missing?: { name: string; version: string }[];
  error?: { code?: string; summary?: string };
}

/** Codes of npm and Node for a registry, or the keys of sigstore, that nothing answers for. */
const unreachable =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ENOTCACHED|E50[234])$/;

/** The sentence of npm for a registry that publishes no keys: lib/utils/verify-signatures.js. */
const noKeys = 'found no dependencies to audit that were installed from a supported registry';

const named = (packages: readonly { name: string; version: string }[]): string =>
  packages.map(({ name, version }) => `${name}@${version}`).join(', ');

/**
 * Distinguishes packages with a wrong signature from a registry without signatures.
 * @param run what npm wrote and how it ended
 * @returns `not verified` if the registry has no keys or does not answer, `invalid` for a signature that is
 * wrong or absent although the registry has keys, `failed` for every other answer
 */
export function judgeSignatures({ stdout, exitCode }: SignatureRun): SignatureVerdict {
  if (exitCode === null) return { outcome: 'not verified', sentence: 'npm did not end in time' };
  const report = parseReport(stdout);
  if (report === null) return { outcome: 'failed', sentence: `npm ended with ${exitCode} and no report` };
  const { invalid, missing, error } = report;
  if (error) {
    const { code = '', summary = '' } = error;
    if (summary === noKeys) return { outcome: 'not verified', sentence: 'the registry has no keys for signatures' };
    if (unreachable.test(code))
      return { outcome: 'not verified', sentence: `keys cannot be read (${code}): ${summary}` };
    return { outcome: 'failed', sentence: `npm failed: ${[code, summary].filter((text) => text !== '').join(' ')}` };
  }
  if (!invalid || !missing) return { outcome: 'failed', sentence: `npm ended with ${exitCode} and an unknown report` };
  if (invalid.length > 0) return { outcome: 'invalid', sentence: `wrong signatures: ${named(invalid)}` };
  if (missing.length > 0)
    return { outcome: 'invalid', sentence: `no signature, though the registry signs: ${named(missing)}` };
  if (exitCode !== 0) return { outcome: 'failed', sentence: `npm ended with ${exitCode} and nothing to report` };
  return { outcome: 'verified', sentence: 'every package has a valid signature of its registry' };
}

function parseReport(text: string): Report | null {
  try {
    const report: unknown = JSON.parse(text);
    return typeof report === 'object' && report !== null ? report : null;
  } catch {
    return null;
  }
}
