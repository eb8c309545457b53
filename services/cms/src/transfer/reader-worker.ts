/** Worker thread of `source-file.ts`: reads the file of an import. */
import { workerData } from 'node:worker_threads';
import type { ImportFormat } from '@platform/contracts';
import { answerCalls } from './answer-calls.ts';
import type { SourceEntry, SourceReader } from './entry.ts';
import { ghostJson } from './readers/ghost-json.ts';
import { markdownZip } from './readers/markdown-zip.ts';
import { wordpressWxr } from './readers/wordpress-wxr.ts';
import { withStorableText } from './storable-text.ts';

export interface ReaderData {
  format: ImportFormat;
  size: number;
  publish: boolean;
  source_url: string | null;
}

/** Entries that cross at once, and UTF-16 units of their texts after which no more are added. */
const entriesAtOnce = 50;
const textAtOnce = 500_000;

const data = workerData as ReaderData;
let reader: SourceReader;
let entries: AsyncIterator<SourceEntry>;
let bytes: AsyncIterator<Buffer>;

const lengthOf = (entry: SourceEntry): number =>
  'draft' in entry ? (entry.html?.length ?? 0) + String(entry.draft.fields.body ?? '').length : 0;

const { read } = answerCalls({
  open: () => reader.open(),
  begin: () => {
    entries = reader.entries()[Symbol.asyncIterator]();
  },
  next: async (): Promise<SourceEntry[]> => {
    const batch: SourceEntry[] = [];
    for (let length = 0; batch.length < entriesAtOnce && length < textAtOnce; ) {
      const next = await entries.next();
      if (next.done) break;
      batch.push(withStorableText(next.value));
      length += lengthOf(next.value);
    }
    return batch;
  },
  openBytes: (entry: string) => {
    bytes = reader.bytes(entry)[Symbol.asyncIterator]();
  },
  nextBytes: async (): Promise<Buffer | null> => {
    const next = await bytes.next();
    return next.done ? null : next.value;
  },
  closeBytes: async () => {
    await bytes.return?.();
  },
});
const source = { size: data.size, read };
reader =
  data.format === 'markdown_zip'
    ? markdownZip(source, data)
    : data.format === 'ghost_json'
      ? ghostJson(source, data)
      : wordpressWxr(source, data);
