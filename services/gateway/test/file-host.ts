/**
 * A process of its own for streamed-memory.service.test.ts: `embedded` is a gateway with the service in it,
 * `service` the service alone, `gateway` the gateway alone before the address in the second argument. Tells
 * its parent its port, and then its memory whenever it is asked.
 */
import { endpoint, StreamedFile, service } from '@platform/contracts/kit';
import { listen } from '@platform/runtime';
import { z } from 'zod';
import { gatewayListener, remoteTo, serviceHandler } from './topologies.ts';

const maxBytes = 512 * 1_048_576;
const rules = { path: '/v1/file', summary: 'The file', auth: 'none', rate: 'public_ip', timeoutSeconds: 600 } as const;
const files = service({
  name: 'files',
  endpoints: {
    upload: endpoint({
      ...rules,
      method: 'POST',
      response: z.object({ size: z.int() }),
      upload: { maxBytes, types: ['application/octet-stream'], streamed: true },
    }),
    download: endpoint({ ...rules, method: 'GET', produces: 'file', streams: true }),
  },
  events: {},
  queries: {},
  commands: {},
});

const piece = Buffer.alloc(262_144, 'piece');
async function* content(): AsyncGenerator<Buffer> {
  for (let at = 0; at < maxBytes; at += piece.length) yield piece;
}
const handler = serviceHandler(files, {
  async upload({ file }) {
    let size = 0;
    for await (const chunk of file.chunks) size += chunk.length;
    return { size };
  },
  download: () =>
    new StreamedFile({
      contentType: 'application/octet-stream',
      size: maxBytes,
      etag: '"file"',
      headers: {},
      open: async () => content(),
    }),
});

const [role, address = ''] = process.argv.slice(2);
const local = { handle: handler.dispatch, isReady: async () => true, close: async () => {} };
const listener =
  role === 'service'
    ? handler.listener
    : gatewayListener(files, role === 'gateway' ? remoteTo(files.name, [address]) : local);
const { port } = await listen(listener, { port: 0, host: '127.0.0.1' });
let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20);
process.on('message', () => {
  process.send?.({ peak: Math.max(peak, process.memoryUsage.rss()) });
  peak = 0;
});
process.on('disconnect', () => process.exit());
process.send?.({ port });
