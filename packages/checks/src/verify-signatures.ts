import { spawn } from 'node:child_process';
import { judgeSignatures, type SignatureRun } from './package-signatures.ts';
import { root } from './source-files.ts';

/**
 * Verifies the installed packages by the signatures of their registry. Exit code 1 for a signature that is
 * wrong or absent; with REQUIRE_SIGNATURES=1 also where the registry has no keys or cannot be asked.
 */
const limitMs = 180_000;
/** Longer than the report of ten thousand packages. */
const maxOutput = 4 * 1_048_576;

function runAudit(): Promise<SignatureRun> {
  const options = ['--json', '--fetch-retries=1', '--fetch-timeout=20000'];
  const npm = spawn('npm', ['audit', 'signatures', ...options], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    let stdout = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.length > maxOutput) npm.kill('SIGKILL');
    });
    const timer = setTimeout(() => npm.kill('SIGKILL'), limitMs);
    npm.once('error', reject);
    npm.once('close', (exitCode) => {
      clearTimeout(timer);
      // A report that is too long was cut off, which is no report.
      resolve({ stdout, exitCode: stdout.length > maxOutput ? 1 : exitCode });
    });
  });
}

const { outcome, sentence } = judgeSignatures(await runAudit());
process.stdout.write(`signatures of packages: ${outcome}; ${sentence}\n`);
const isAccepted = outcome === 'verified' || (outcome === 'not verified' && process.env.REQUIRE_SIGNATURES !== '1');
process.exitCode = isAccepted ? 0 : 1;
