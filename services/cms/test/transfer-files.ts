import { cms } from '@platform/contracts';
import type { AdminContext } from '@platform/contracts/kit';
import { contextHeader } from '@platform/runtime';
import { eventually } from '@platform/testing';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';
import { ok } from './newsroom.ts';
import type { TestCms } from './start-cms.ts';

/** Archives and imports of tests. */

type Client = ReturnType<TestCms['as']>;

/** A zip archive of these files. */
export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The files of an archive, in their order. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject).on('end', resolve);
    zip.on('entry', (entry: yauzl.Entry) => {
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error);
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        files.set(entry.fileName, Buffer.concat(chunks));
        zip.readEntry();
      });
    });
    zip.readEntry();
  });
  return files;
}

/** The bytes of an export. */
export async function exportOf(t: TestCms, admin: AdminContext, site_id: string): Promise<Buffer> {
  const path = cms.endpoints.exportSite.path.replace('{site_id}', site_id);
  const response = await fetch(t.baseUrl + path, { headers: { [contextHeader]: t.sign({ admin }, 'exportSite') } });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

export interface ImportOptions {
  format: 'markdown_zip' | 'ghost_json' | 'wordpress_wxr';
  dry_run?: boolean;
  publish?: boolean;
  fetch_images?: boolean;
  source_url?: string;
  /** Names, comma-separated. */
  take?: string;
}

/** An import that came to its end, with all of its entries. */
export async function importInto(client: Client, site_id: string, file: string | Buffer, options: ImportOptions) {
  const query = Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
  const params = { site_id };
  const sent = { params, query: query as never, file: new Blob([new Uint8Array(Buffer.from(file))]) };
  const { id: import_id } = ok(await client.startImport(sent));
  await importEnded(client, site_id, import_id);
  return readImport(client, site_id, import_id);
}

export const importEnded = (client: Client, site_id: string, import_id: string) =>
  eventually(async () => {
    const { status } = ok(await client.getImport({ params: { site_id, import_id }, query: { limit: 1 } }));
    return status === 'finished' || status === 'failed';
  }, 200_000);

export async function readImport(client: Client, site_id: string, import_id: string) {
  const params = { site_id, import_id };
  const read = async (cursor?: string) => ok(await client.getImport({ params, query: { limit: 200, cursor } }));
  const first = await read();
  const entries = [...first.entries];
  for (let { next_cursor } = first; next_cursor !== null; ) {
    const page = await read(next_cursor);
    entries.push(...page.entries);
    next_cursor = page.next_cursor;
  }
  return { ...first, entries };
}
