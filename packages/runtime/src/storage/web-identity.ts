import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { singleFlight } from '../single-flight.ts';

/** Keys that sign calls of a bucket. */
export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary keys. */
  sessionToken?: string;
}

/** A role that a process takes by a token of its cluster, as EKS mounts it into a pod (IRSA). */
export interface WebIdentity {
  roleArn: string;
  /** Path of the token; the cluster renews the file. */
  tokenFile: string;
  /** Address of the token service (STS), for example https://sts.eu-central-1.amazonaws.com */
  endpoint: string;
}

/** The token service refuses the role or the token: another try does not help. */
export class RefusedIdentityError extends Error {}

/** Keys are renewed beside the work this long before they end: an upload that began with them ends with them. */
const renewBeforeMs = 15 * 60_000;
/** Keys with less time left sign no call unless the service is down: the call waits for new ones. */
const minimumLeftMs = 60_000;
/** Least time between a failed renewal and the next one while the known keys serve. */
const pauseMs = 30_000;
const timeoutMs = 10_000;

/**
 * Temporary keys of a role, by AssumeRoleWithWebIdentity
 * (https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html). They are remembered.
 * In their last quarter of an hour they are renewed beside the calls, in their last minute the calls wait for the renewal.
 * Concurrent callers share one request. While the service is down, keys that have not ended are used.
 * @returns a function that answers the keys
 * @throws RefusedIdentityError from that function when the service refuses; Error when it does not answer
 */
export function webIdentityKeys(identity: WebIdentity): () => Promise<S3Keys> {
  const flight = singleFlight();
  let known: { keys: S3Keys; endsAt: number } | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  const renew = async (): Promise<S3Keys> => {
    try {
      known = await flight('keys', () => assumeRole(identity));
    } catch (error) {
      failedAt = Date.now();
      if (!known || known.endsAt <= Date.now()) throw error;
    }
    return known.keys;
  };
  return async () => {
    const leftMs = known ? known.endsAt - Date.now() : 0;
    if (!known || leftMs <= 0) return renew();
    if (leftMs > renewBeforeMs || Date.now() - failedAt < pauseMs) return known.keys;
    const renewed = renew();
    if (leftMs <= minimumLeftMs) return renewed;
    // It fails only after the keys ended; a call after that tries again.
    renewed.catch(() => {});
    return known.keys;
  };
}

async function assumeRole({ roleArn, tokenFile, endpoint }: WebIdentity): Promise<{ keys: S3Keys; endsAt: number }> {
  const form = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: `platform-${randomUUID()}`,
    WebIdentityToken: (await readFile(tokenFile, 'utf8')).trim(),
  });
  const answer = await fetch(endpoint, { method: 'POST', body: form, signal: AbortSignal.timeout(timeoutMs) });
  const text = await answer.text();
  if (answer.status >= 500 || answer.status === 429) throw new Error(`the token service answered ${answer.status}`);
  // Values of the answer have no signs that XML escapes.
  const field = (name: string) => text.split(`<${name}>`)[1]?.split('<')[0] ?? '';
  const [accessKeyId, secretAccessKey] = [field('AccessKeyId'), field('SecretAccessKey')];
  const endsAt = Date.parse(field('Expiration'));
  if (answer.status !== 200 || accessKeyId === '' || secretAccessKey === '' || Number.isNaN(endsAt))
    throw new RefusedIdentityError(
      `the token service refuses the role ${roleArn}: ${answer.status} ${field('Code')} ${field('Message')}`.trim(),
    );
  return { keys: { accessKeyId, secretAccessKey, sessionToken: field('SessionToken') }, endsAt };
}
