import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoint, StreamedFile, service } from '@platform/contracts/kit';
import { eventually } from '@platform/testing';
import { z } from 'zod';
import { raw, startTopologies, type Topologies, ways } from './topologies.ts';

const files = service({
  name: 'files',
  endpoints: {
    openFile: endpoint({
      method: 'GET',
      path: '/v1/files/{name}',
      summary: 'Read',
      auth: 'none',
      rate: 'public_ip',
      produces: 'file',
      streams: true,
      params: z.object({ name: z.string() }),
    }),
  },
  events: {},
  queries: {},
  commands: {},
});

const bytes = Buffer.alloc(3_000_001, createHash('sha512').update('a').digest());
const sizes: Record<string, number> = { empty: 0, endless: 1_000_000_000, short: 5_000_000 };
let open = 0;
let made = 0;
async function* chunksOf(name: string, { start, end }: { start: number; end: number }): AsyncGenerator<Buffer> {
  open += 1;
  try {
    if (name === 'down') throw new Error('the store is down');
    for (let at = start; at <= end; at += 65_536) {
      made += 65_536;
      if (name === 'endless') yield bytes.subarray(0, Math.min(65_536, end + 1 - at));
      else yield bytes.subarray(at, Math.min(at + 65_536, end + 1));
      if (name === 'short' && at > 1_000_000) return;
    }
  } finally {
    open -= 1;
  }
}

let t: Topologies;
beforeAll(async () => {
  t = await startTopologies(files, {
    openFile({ params: { name } }) {
      const size = sizes[name] ?? bytes.length;
      return new StreamedFile({
        contentType: 'application/pdf',
        size,
        etag: `"${name}"`,
        headers: {
          'Cache-Control': 'public, max-age=9',
          'content-disposition': 'inline',
          'content-security-policy': 'sandbox',
        },
        open: async (range) => chunksOf(name, range ?? { start: 0, end: size - 1 }),
      });
    },
  });
});
afterAll(() => t.stop());

describe.each(ways)('with the service %s, a streamed file', (way) => {
  const get = (name: string, headers: Record<string, string> = {}, method?: string) =>
    raw(`${t.urls[way]}/v1/files/${name}`, headers, method);
  const headersOfFile = {
    'content-type': 'application/pdf',
    etag: '"a"',
    'accept-ranges': 'bytes',
    'content-disposition': 'inline',
    'cache-control': 'public, max-age=9',
    'content-security-policy': 'sandbox',
  };

  test('arrives whole, with its headers', async () => {
    const answer = await get('a');
    expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({ ...headersOfFile, 'content-length': String(bytes.length) });
    expect((await get('empty')).headers['content-length']).toBe('0');
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=65530-200000', 65_530, 200_000],
    ['bytes=3000000-', 3_000_000, 3_000_000],
    ['bytes=-5', 2_999_996, 3_000_000],
    ['bytes=1-9999999', 1, 3_000_000],
  ])('arrives in part: %s', async (range, start, end) => {
    const answer = await get('a', { range, 'if-range': '"a"' });
    expect([answer.status, answer.bytes.equals(bytes.subarray(start, end + 1))]).toEqual([206, true]);
    expect(answer.headers).toMatchObject({
      ...headersOfFile,
      'content-range': `bytes ${start}-${end}/3000001`,
      'content-length': String(end - start + 1),
    });
  });

  test('arrives whole where the part is of other bytes, in several pieces or not understood', async () => {
    const asked: Record<string, string>[] = [
      { range: 'bytes=0-1', 'if-range': '"b"' },
      { range: 'bytes=0-1', 'if-range': 'W/"a"' },
      { range: 'bytes=0-1', 'if-range': 'Mon, 01 Jan 2024 00:00:00 GMT' },
      { range: 'bytes=0-1,4-5' },
      { range: 'lines=0-1' },
    ];
    for (const headers of asked)
      expect([headers, (await get('a', headers)).bytes.length]).toEqual([headers, bytes.length]);
  });

  test('has no part behind its end', async () => {
    const answer = await get('a', { range: 'bytes=3000001-' });
    expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */3000001']);
    expect(JSON.parse(answer.bytes.toString())).toMatchObject({ error: 'range_not_satisfiable' });
  });

  test('is not sent to a client that has it, and its source is not opened, nor for HEAD', async () => {
    made = 0;
    const asked: Record<string, string>[] = [{}, { range: 'bytes=0-1' }];
    for (const headers of asked) {
      const known = await get('a', { 'if-none-match': '"x", W/"a"', ...headers });
      expect([known.status, known.headers.etag, known.bytes.length]).toEqual([304, '"a"', 0]);
      const head = await get('a', headers, 'HEAD');
      expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(bytes.length), 0]);
      expect(head.headers).toMatchObject(headersOfFile);
    }
    expect(made).toBe(0);
  });

  test('with its store down answers an error that a client can read', async () => {
    const answer = await get('down');
    expect([answer.status, JSON.parse(answer.bytes.toString()).error]).toEqual([500, 'internal_error']);
    expect(t.errors().join()).toContain('the store is down');
  });

  test('that is shorter than it should be is cut, so that no client takes it for the whole', async () => {
    await expect(get('short')).rejects.toThrow();
    await eventually(() => open === 0);
    expect(t.errors().join()).toContain('a stored file has');
  });

  test('is read no faster than its client reads, and closed when the client goes away', async () => {
    made = 0;
    const { port } = new URL(t.urls[way]);
    const socket = connect({ port: Number(port), host: '127.0.0.1' }).pause();
    await once(socket, 'connect');
    socket.write('GET /v1/files/endless HTTP/1.1\r\nhost: x\r\n\r\n');
    await eventually(() => made > 0);
    let before = -1;
    await eventually(async () => {
      const isStill = made === before;
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return isStill;
    });
    // What the kernel and the two processes hold.
    expect(made).toBeLessThan(100_000_000);
    expect(open).toBe(1);
    socket.destroy();
    await eventually(() => open === 0);
    expect(t.errors()).toEqual([]);
  });

  test('leaves no listener on a connection that goes on to other files', async () => {
    const warnings: string[] = [];
    const note = ({ name, message }: Error) => {
      if (name === 'MaxListenersExceededWarning') warnings.push(message);
    };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    process.on('warning', note);
    try {
      // One more than the listeners at which Node warns.
      for (let file = 0; file < 12; file += 1) {
        const answer = await raw(`${t.urls[way]}/v1/files/empty`, {}, 'GET', agent);
        expect(answer.status).toBe(200);
        ports.add(answer.port);
      }
      // The warning is emitted at the next tick.
      await sleep(0);
    } finally {
      process.off('warning', note);
      agent.destroy();
    }
    expect(ports.size).toBe(1);
    expect(warnings).toEqual([]);
  });
});
