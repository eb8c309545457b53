import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  createAssetStore,
  createLog,
  diskStore,
  type FileStore,
  listen,
  loadConfig,
  maxFileBytes,
  openFileStore,
  type S3Options,
  s3Store,
  storageConfig,
} from '@platform/runtime';
import { createS3Sandbox, type S3Sandbox } from '@platform/sandbox';
import { z } from 'zod';
import { fileStoreConformance } from '../src/conformance/file-store.conformance.ts';
import { eventually } from '../src/eventually.ts';
import { logLines } from '../src/log-lines.ts';

const credentials = { accessKeyId: 'a-key', secretAccessKey: 'its-secret', region: 'ru-central1', bucket: 'files' };

async function startS3(): Promise<{ sandbox: S3Sandbox; options: S3Options; close(): Promise<void> }> {
  const sandbox = createS3Sandbox(credentials);
  const server = await listen(sandbox.handler, { port: 0, host: '127.0.0.1' });
  const options = { ...credentials, endpoint: `http://127.0.0.1:${server.port}`, prefix: 'a/b' };
  return { sandbox, options, close: () => server.close(0) };
}

async function* numbered<T>(items: AsyncIterable<T>): AsyncGenerator<[number, T]> {
  let at = 0;
  for await (const item of items) {
    yield [at, item];
    at += 1;
  }
}

const aFolder = () => mkdtemp(join(tmpdir(), 'platform-files-'));

fileStoreConformance('in a folder', async () => {
  const folder = await aFolder();
  return {
    open: () => diskStore(join(folder, 'not', 'yet', 'there')),
    close: () => rm(folder, { recursive: true }),
  };
});
fileStoreConformance('in a bucket', async () => {
  const { options, close } = await startS3();
  return { open: () => s3Store(options), close };
});

describe('a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await aFolder();
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('that a crash left half a file in has no such file, and takes the whole one', async () => {
    const store = diskStore(folder);
    await writeFile(join(folder, '.x.png.0.new'), 'half');
    expect(await store.get('x.png')).toBeNull();
    await expect(store.get('.x.png.0.new')).rejects.toThrow('is not a valid key');
    await store.put('x.png', Buffer.from('whole'), 'image/png');
    expect(await readFile(join(folder, 'x.png'), 'utf8')).toBe('whole');
  });

  test('keeps no draft of a file that could not be written', async () => {
    const store = diskStore(join(folder, 'blocked'));
    await mkdir(join(folder, 'blocked', 'taken.png', 'inside'), { recursive: true });
    await expect(store.put('taken.png', Buffer.from('x'), 'image/png')).rejects.toThrow();
    expect(await readdir(join(folder, 'blocked'))).toEqual(['taken.png']);
  });
});

describe('a bucket', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  let store: FileStore;
  beforeAll(async () => {
    s3 = await startS3();
    store = s3Store(s3.options);
  });
  afterAll(async () => {
    await store.close();
    await s3.close();
  });
  const bytes = Buffer.from('content');

  test('holds a file under its prefix and with its type', async () => {
    await store.put('typed.svg', bytes, 'image/svg+xml');
    expect(s3.sandbox.objects.get('a/b/typed.svg')).toEqual({ bytes, contentType: 'image/svg+xml' });
  });

  test.each([
    ['says SlowDown', { slowDown: 2 }, 10_000],
    ['cuts the connection', { cut: 2 }, 10_000],
    ['does not answer in time', { hang: 1 }, 2_000],
  ])('is asked again when it %s', async (_what, faults, timeoutMs) => {
    const own = s3Store({ ...s3.options, timeoutMs });
    try {
      Object.assign(s3.sandbox.faults, faults);
      await own.put('again.png', bytes, 'image/png');
      Object.assign(s3.sandbox.faults, faults);
      expect(await own.get('again.png')).toEqual(bytes);
    } finally {
      await own.close();
    }
  });

  test('that stays away is a dependency that is down', async () => {
    s3.sandbox.faults.slowDown = 3;
    await expect(store.put('down.png', bytes, 'image/png')).rejects.toMatchObject({ code: 'service_unavailable' });
    const nowhere = s3Store({ ...s3.options, endpoint: 'http://127.0.0.1:1' });
    await expect(nowhere.get('down.png')).rejects.toMatchObject({ code: 'service_unavailable' });
    await nowhere.close();
  });

  test.each([
    ['its secret', { secretAccessKey: 'wrong' }, '403 SignatureDoesNotMatch'],
    ['its key', { accessKeyId: 'wrong' }, '403 InvalidAccessKeyId'],
    ['its region', { region: 'eu-west-1' }, '403 AuthorizationHeaderMalformed'],
    ['its name', { bucket: 'another' }, '404 NoSuchBucket'],
  ])(
    'that was configured with a mistake in %s fails loudly, and is never an absent file',
    async (_what, wrong, says) => {
      const mistaken = s3Store({ ...s3.options, ...wrong });
      await expect(mistaken.get('typed.svg')).rejects.toThrow(says);
      await expect(mistaken.put('typed.svg', bytes, 'image/png')).rejects.toThrow(says);
      await mistaken.close();
    },
  );

  const parts = async function* (count: number) {
    for (let at = 0; at < count; at += 1) yield Buffer.alloc(1_048_576, at);
  };

  test.each([
    ['says SlowDown', { slowDown: 2 }],
    ['cuts the connection', { cut: 1 }],
  ])('is asked again for a part of a long file when it %s', async (_what, faults) => {
    async function* faulty() {
      // A whole number of parts: the last fault meets the completion.
      for await (const [at, chunk] of numbered(parts(24))) {
        if (at === 12) Object.assign(s3.sandbox.faults, faults);
        yield chunk;
      }
      Object.assign(s3.sandbox.faults, faults);
    }
    await store.putStream('long.png', faulty(), 'image/png');
    const { bytes, contentType } = s3.sandbox.objects.get('a/b/long.png') ?? {};
    expect([bytes?.length, bytes?.at(-1), contentType]).toEqual([24 * 1_048_576, 23, 'image/png']);
    expect(s3.sandbox.uploads.size).toBe(0);
  });

  test('has one part of a long file in memory, however fast the file comes', async () => {
    let given = 0;
    let taken = 0;
    async function* counted() {
      for await (const chunk of parts(40)) {
        const sent = [...s3.sandbox.uploads.values()].flatMap((upload) => [...upload.parts.values()]);
        taken = sent.reduce((sum, { bytes }) => sum + bytes.length, 0);
        expect(given - taken).toBeLessThanOrEqual(8 * 1_048_576);
        given += chunk.length;
        yield chunk;
      }
    }
    await store.putStream('counted.png', counted(), 'image/png');
    expect(taken).toBeGreaterThan(0);
  });

  test('loses no upload of others when old ones are swept', async () => {
    const initiated = new Date(0);
    const upload = (key: string) => ({ key, contentType: '', initiated, parts: new Map() });
    s3.sandbox.uploads.set('ours', upload('a/b/old.png'));
    s3.sandbox.uploads.set('deeper', upload('a/b/c/old.png'));
    s3.sandbox.uploads.set('elsewhere', upload('old.png'));
    expect(await store.sweepDrafts()).toBe(1);
    expect([...s3.sandbox.uploads.keys()]).toEqual(['deeper', 'elsewhere']);
  });

  test('that is down while a file is streamed to it is a dependency that is down', async () => {
    const nowhere = s3Store({ ...s3.options, endpoint: 'http://127.0.0.1:1' });
    await expect(nowhere.putStream('x.png', parts(9), 'image/png')).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await expect(nowhere.getStream('x.png')).rejects.toMatchObject({ code: 'service_unavailable' });
    await nowhere.close();
  });

  test('that answers without end is not read to the end', async () => {
    s3.sandbox.objects.set('a/b/huge.png', { bytes: Buffer.alloc(maxFileBytes + 1), contentType: 'image/png' });
    await expect(store.get('huge.png')).rejects.toThrow('is longer than');
  });
});

describe('assets', () => {
  const lines = logLines();
  let folder: string;
  beforeAll(async () => {
    folder = await aFolder();
  });
  afterAll(() => rm(folder, { recursive: true }));
  const open = () => createAssetStore(diskStore(folder), createLog('test', 'error', lines));

  test('are named by their content, and the same content has one name', async () => {
    const assets = open();
    const name = await assets.put('png', Buffer.from('one'));
    expect(name).toMatch(/^[0-9a-f]{40}\.png$/);
    expect(await assets.put('png', Buffer.from('one'))).toBe(name);
    expect(await assets.put('png', Buffer.from('two'))).not.toBe(name);
    expect(await assets.get(name)).toEqual({
      bytes: Buffer.from('one'),
      contentType: 'image/png',
      etag: `"${name.slice(0, 40)}"`,
    });
  });

  test.each(['', 'x', '../secrets.json', `${'0'.repeat(40)}.html`, `${'0'.repeat(40)}.png`, `${'0'.repeat(40)}`])(
    '%j is none of them',
    async (name) => {
      expect(await open().get(name)).toBeNull();
    },
  );

  test('that were exchanged in the folder are not served, and an upload puts them right', async () => {
    const name = await open().put('svg', Buffer.from('<svg/>'));
    await writeFile(join(folder, name), '<script/>');
    const assets = open();
    expect(await assets.get(name)).toBeNull();
    expect(lines.take()).toEqual([expect.stringContaining('a stored file was altered')]);
    await assets.put('svg', Buffer.from('<svg/>'));
    expect((await assets.get(name))?.bytes.toString()).toBe('<svg/>');
  });
});

describe('the address of the storage', () => {
  const read = (STORAGE_URL: string) => loadConfig('test', z.object(storageConfig), { STORAGE_URL }).STORAGE_URL;

  test('is a folder, or a bucket with its defaults', () => {
    expect(read(pathToFileURL('/var/lib/files').href)).toEqual({ kind: 'disk', folder: '/var/lib/files' });
    expect(read('s3://files')).toEqual({
      kind: 's3',
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      bucket: 'files',
      prefix: '',
      region: 'us-east-1',
    });
    expect(read('s3://files/a/b/?endpoint=http://minio:9000&region=ru-central1')).toEqual({
      kind: 's3',
      endpoint: 'http://minio:9000',
      bucket: 'files',
      prefix: 'a/b',
      region: 'ru-central1',
    });
  });

  test.each([
    '',
    'files',
    '/var/files',
    'file:///',
    'file://host/x',
    'http://x',
    's3://',
    's3://b?endpoint=x',
    's3://B_b',
  ])('is not %j', (address) => {
    expect(() => read(address)).toThrow('STORAGE_URL');
  });

  test('of a bucket needs its key', () => {
    expect(() => openFileStore('test', { STORAGE_URL: read('s3://files') })).toThrow('STORAGE_ACCESS_KEY_ID');
  });
});

describe('a bucket of a workload identity', () => {
  const role = 'arn:aws:iam::111122223333:role/files';
  const answer = (endsAt: Date, { accessKeyId, secretAccessKey } = credentials) =>
    `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
      <Credentials><SessionToken>a+session/token==</SessionToken><SecretAccessKey>${secretAccessKey}</SecretAccessKey>
      <Expiration>${endsAt.toISOString()}</Expiration><AccessKeyId>${accessKeyId}</AccessKeyId></Credentials>
      </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  let folder: string;
  let tokenFile: string;
  let s3: Awaited<ReturnType<typeof startS3>>;
  let sts: Awaited<ReturnType<typeof listen>>;
  let store: FileStore;
  let next: { status: number; body: string };
  /** What the token service waits for before it answers. */
  let pending: Promise<void>;
  let isAnswered: boolean;
  const asked: URLSearchParams[] = [];
  const bytes = Buffer.from('content');

  beforeAll(async () => {
    folder = await aFolder();
    tokenFile = join(folder, 'token');
    s3 = await startS3();
    sts = await listen(
      async (req, res) => {
        isAnswered = false;
        asked.push(new URLSearchParams(await text(req)));
        await pending;
        res.writeHead(next.status, { 'content-type': 'text/xml' }).end(next.body, () => {
          isAnswered = true;
        });
      },
      { port: 0, host: '127.0.0.1' },
    );
  });
  beforeEach(async () => {
    asked.length = 0;
    pending = Promise.resolve();
    await writeFile(tokenFile, 'first-token\n');
    next = { status: 200, body: answer(inMinutes(60)) };
    const { endpoint } = s3.options;
    store = openFileStore('test', {
      STORAGE_URL: { kind: 's3', endpoint, bucket: 'files', prefix: '', region: 'ru-central1' },
      AWS_ROLE_ARN: role,
      AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
      AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${sts.port}`,
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return store.close();
  });
  afterAll(async () => {
    await sts.close(0);
    await s3.close();
    await rm(folder, { recursive: true });
  });

  test('is read and written with the keys of its role, which concurrent calls ask for once', async () => {
    await Promise.all(['a.png', 'b.png', 'c.png'].map((key) => store.put(key, bytes, 'image/png')));
    expect(await store.get('b.png')).toEqual(bytes);
    expect(asked.map((form) => Object.fromEntries(form))).toEqual([
      expect.objectContaining({
        Action: 'AssumeRoleWithWebIdentity',
        Version: '2011-06-15',
        RoleArn: role,
        WebIdentityToken: 'first-token',
      }),
    ]);
  });

  test('gets new keys with the renewed token before the old ones end, and no call waits for a token service that hangs', async () => {
    next.body = answer(inMinutes(5));
    await store.put('a.png', bytes, 'image/png');
    let release = () => {};
    pending = new Promise((resolve) => {
      release = resolve;
    });
    next = { status: 503, body: '' };
    expect([await store.get('a.png'), await store.get('a.png')]).toEqual([bytes, bytes]);
    await eventually(() => asked.length === 2);
    release();
    await eventually(() => isAnswered);
    await writeFile(tokenFile, 'second-token');
    next = { status: 200, body: answer(inMinutes(60)) };
    // The failure is not repeated at once.
    expect(await store.get('a.png')).toEqual(bytes);
    expect(asked).toHaveLength(2);
    const real = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => real() + 31_000);
    await eventually(async () => (await store.get('a.png')) !== null && asked.length === 3);
    expect(asked.map((form) => form.get('WebIdentityToken'))).toEqual(['first-token', 'first-token', 'second-token']);
    await eventually(() => isAnswered);
    expect(await store.get('a.png')).toEqual(bytes);
    expect(asked).toHaveLength(3);
  });

  test('waits for new keys in the last minute of the old ones, which serve when the token service is down', async () => {
    next.body = answer(new Date(Date.now() + 50_000));
    await store.put('a.png', bytes, 'image/png');
    next = { status: 503, body: '' };
    expect(await store.get('a.png')).toEqual(bytes);
    expect(asked).toHaveLength(2);
  });

  test('is a dependency that is down while no keys are known, and a role that is refused says so', async () => {
    next = { status: 503, body: '' };
    await expect(store.get('a.png')).rejects.toMatchObject({ code: 'service_unavailable' });
    next.body =
      '<ErrorResponse><Error><Code>AccessDenied</Code><Message>Not authorized</Message></Error></ErrorResponse>';
    next.status = 403;
    await expect(store.get('a.png')).rejects.toThrow(`refuses the role ${role}: 403 AccessDenied Not authorized`);
  });
});
