import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';

/**
 * Prints the settings of npm on this machine for a build in a container: registry, logins, and certificates, which
 * stand in the text, as their file is not in the container. Paths of this machine are left out.
 */
const setting = (name) => {
  const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  return ['', 'null', 'undefined'].includes(value) ? null : value;
};
const isPath = /^\s*(cafile|cache|prefix|nodedir|globalconfig|userconfig|script-shell)\s*=/;

const lines = ['globalconfig', 'userconfig']
  .map((name) => setting(name) ?? '')
  .filter((file) => existsSync(file))
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter((line) => !isPath.test(line));
lines.push(`registry=${setting('registry')}`);

const certificatesIn = (file) =>
  readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
const authorities = setting('cafile');
const extra = process.env.NODE_EXTRA_CA_CERTS;
// npm trusts these instead of those of Node; NODE_EXTRA_CA_CERTS adds to those of Node.
const certificates = authorities
  ? certificatesIn(authorities)
  : extra && existsSync(extra)
    ? [...rootCertificates, ...certificatesIn(extra)]
    : [];
lines.push(...certificates.map((certificate) => `ca[]=${JSON.stringify(certificate)}`));
process.stdout.write(`${lines.join('\n')}\n`);
