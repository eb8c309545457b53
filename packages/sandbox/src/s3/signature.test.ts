import { describe, expect, test } from '@jest/globals';
import { type SignedRequest, signatureFault } from './signature.ts';

/**
 * The examples that AWS publishes:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const then = Date.parse('2013-05-24T00:00:00Z');
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const authorization = (signedHeaders: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`;

const read: SignedRequest = {
  method: 'GET',
  target: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': emptyHash,
    'x-amz-date': '20130524T000000Z',
    authorization: authorization(
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
  },
  body: Buffer.alloc(0),
};

const write: SignedRequest = {
  method: 'PUT',
  target: '/test%24file.text',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    'x-amz-date': '20130524T000000Z',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    authorization: authorization(
      'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ),
  },
  body: Buffer.from('Welcome to Amazon S3.'),
};

test('the published examples of a read and a write are signed as they must be', () => {
  expect(signatureFault(read, credentials, then)).toBeNull();
  expect(signatureFault(write, credentials, then)).toBeNull();
});

describe('a request is refused', () => {
  const changed = (headers: Record<string, string | undefined>): SignedRequest => ({
    ...write,
    headers: { ...write.headers, ...headers },
  });
  test.each<[string, string, SignedRequest, Partial<typeof credentials> & { now?: number }]>([
    ['with another path', 'SignatureDoesNotMatch', { ...write, target: '/other' }, {}],
    ['with another method', 'SignatureDoesNotMatch', { ...write, method: 'DELETE' }, {}],
    ['with another body', 'XAmzContentSHA256Mismatch', { ...write, body: Buffer.from('x') }, {}],
    ['for another bucket', 'SignatureDoesNotMatch', changed({ host: 'other.s3.amazonaws.com' }), {}],
    ['signed with another secret', 'SignatureDoesNotMatch', write, { secretAccessKey: 'x' }],
    ['of another key', 'InvalidAccessKeyId', write, { accessKeyId: 'x' }],
    ['for another region', 'AuthorizationHeaderMalformed', write, { region: 'eu-west-1' }],
    ['an hour later', 'RequestTimeTooSkewed', write, { now: then + 3_600_000 }],
    ['with a header that was added', 'AccessDenied', changed({ 'x-amz-acl': 'public-read' }), {}],
    ['without a signature', 'AccessDenied', changed({ authorization: undefined }), {}],
  ])('%s: %s', (_what, fault, request, { now = then, ...other }) => {
    expect(signatureFault(request, { ...credentials, ...other }, now)).toBe(fault);
  });
});
