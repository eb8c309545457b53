import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/*
 * AWS Signature Version 4 as a server checks it, written from
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and independent of what
 * clients sign with.
 */

export interface SignedRequest {
  method: string;
  /** Path and query as they came. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const maxSkewMs = 15 * 60_000;

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Why S3 would refuse a request, as its error code; null for one that is signed as it must be.
 * @param now milliseconds since 1970
 */
export function signatureFault(request: SignedRequest, credentials: Credentials, now: number): string | null {
  const header = request.headers.authorization ?? '';
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!match) return 'AccessDenied';
  const [, keyId, day = '', region = '', signedHeaders = '', signature = ''] = match;
  if (keyId !== credentials.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== credentials.region) return 'AuthorizationHeaderMalformed';
  const time = String(request.headers['x-amz-date'] ?? '');
  const at = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time);
  if (!at || !time.startsWith(day)) return 'AccessDenied';
  const [, year, month, date, hour, minute, second] = at;
  if (Math.abs(Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`) - now) > maxSkewMs)
    return 'RequestTimeTooSkewed';
  const names = signedHeaders.split(';');
  // Every x-amz header and the host have to be signed, or a proxy on the way could change them.
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (!mustBeSigned.every((name) => names.includes(name))) return 'AccessDenied';
  const payload = String(request.headers['x-amz-content-sha256'] ?? '');
  if (payload !== sha256(request.body)) return 'XAmzContentSHA256Mismatch';

  const [path = '', query = ''] = request.target.split('?', 2);
  const parameters = [...new URLSearchParams(query)]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const canonical = [
    request.method,
    decodeURIComponent(path).split('/').map(encoded).join('/'),
    parameters,
    ...names.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replaceAll(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${credentials.secretAccessKey}`, day), region));
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}
