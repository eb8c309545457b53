import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { judgeSignatures, type SignatureRun } from './package-signatures.ts';

const ended = (report: unknown, exitCode: number | null): SignatureRun => ({
  stdout: JSON.stringify(report),
  exitCode,
});
const one = { name: 'pg', version: '8.0.0', registry: 'https://registry.example.com/', location: 'node_modules/pg' };

test.each<[string, SignatureRun, string, string]>([
  ['valid signatures', ended({ invalid: [], missing: [] }, 0), 'verified', 'valid signature'],
  ['a wrong signature', ended({ invalid: [one], missing: [] }, 1), 'invalid', 'wrong signatures: pg@8.0.0'],
  ['an absent signature', ended({ invalid: [], missing: [one] }, 1), 'invalid', 'though the registry signs: pg@8.0.0'],
  [
    // As npm 11 prints it for packages of a registry without keys.
    'a registry without keys',
    ended(
      {
        error: { summary: 'found no dependencies to audit that were installed from a supported registry', detail: '' },
      },
      1,
    ),
    'not verified',
    'has no keys',
  ],
  [
    // As npm 11 prints it where the keys of sigstore are not reached.
    'keys out of reach',
    ended(
      {
        error: {
          code: 'ENOTFOUND',
          summary:
            'request to https://keys.example.com/15.root.json failed, reason: getaddrinfo ENOTFOUND keys.example.com',
          detail: 'This is a problem related to network connectivity.',
        },
      },
      1,
    ),
    'not verified',
    'cannot be read (ENOTFOUND)',
  ],
  ['a run that takes too long', ended({ invalid: [], missing: [] }, null), 'not verified', 'did not end in time'],
  ['a report that is cut off', { stdout: '{ "invalid": [', exitCode: 0 }, 'failed', 'no report'],
  ['another report', ended({ audited: 3 }, 0), 'failed', 'unknown report'],
  ['an exit code without a reason', ended({ invalid: [], missing: [] }, 1), 'failed', 'nothing to report'],
  ['a refused login', ended({ error: { code: 'E401', summary: 'unauthorized' } }, 1), 'failed', 'E401 unauthorized'],
  [
    'a signature that npm could not read',
    ended({ error: { code: 'EINTEGRITYSIGNATURE', summary: 'pg@8.0.0 has an invalid registry signature' } }, 1),
    'failed',
    'EINTEGRITYSIGNATURE',
  ],
])('%s is told by the report of npm', (_, run, outcome, part) => {
  expect(judgeSignatures(run)).toEqual({ outcome, sentence: expect.stringContaining(part) });
});

test('npm without installed packages is a failure, and not a registry without keys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'package-signatures-'));
  try {
    await writeFile(join(folder, 'package.json'), '{ "name": "empty", "version": "1.0.0" }');
    const run = await new Promise<SignatureRun>((resolve) => {
      execFile('npm', ['audit', 'signatures', '--json'], { cwd: folder }, (error, stdout) => {
        const { code } = (error ?? {}) as { code?: number | string };
        resolve({ stdout, exitCode: typeof code === 'number' ? code : 0 });
      });
    });
    expect(judgeSignatures(run)).toEqual({
      outcome: 'failed',
      sentence: 'npm failed: found no installed dependencies to audit',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
