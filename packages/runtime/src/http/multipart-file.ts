import { fail, invalidField } from '../errors.ts';

/** Bytes of the headers of a part, and of the preamble before the first one. */
const maxHeadBytes = 8_192;

export interface FilePart {
  /** As the sender calls it; empty when it has no name. */
  fileName: string;
  chunks: AsyncGenerator<Buffer>;
}

const broken = (message = 'is in a form that cannot be read: send it as multipart/form-data'): never =>
  invalidField('file', message);

/**
 * Opens the one file of a form (`multipart/form-data`, RFC 7578) while it arrives. It holds the headers of
 * the part and at most one chunk. @fastify/busboy 3.2.2 was compared: a form that ends in the middle of a second part
 * throws an error that no caller can catch and ends the process, an epilogue in a chunk of its own is waited for without
 * an end, and it cuts long headers instead of refusing them.
 * @throws AppError `unsupported_media_type`, `validation_failed`; the chunks end with it too when the form is
 * broken or has more than the file
 */
export async function openFilePart(body: AsyncGenerator<Buffer>, contentType: string): Promise<FilePart> {
  const boundary = boundaryOf(contentType);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter may be the first line.
  let buffered: Buffer = Buffer.from('\r\n');
  const more = async (): Promise<boolean> => {
    const { value, done } = await body.next();
    if (!done) buffered = buffered.length === 0 ? value : Buffer.concat([buffered, value]);
    return !done;
  };
  /** Reads up to a mark and returns what stands before it. */
  const upTo = async (mark: Buffer): Promise<Buffer> => {
    for (;;) {
      const at = buffered.indexOf(mark);
      if (at > maxHeadBytes || (at < 0 && buffered.length > maxHeadBytes)) return broken();
      if (at >= 0) {
        const before = buffered.subarray(0, at);
        buffered = buffered.subarray(at + mark.length);
        return before;
      }
      if (!(await more())) return broken();
    }
  };
  await upTo(Buffer.from(`\r\n--${boundary}\r\n`));
  // A part without any header begins with the empty line.
  buffered = Buffer.concat([Buffer.from('\r\n'), buffered]);
  const fileName = fileNameOf((await upTo(Buffer.from('\r\n\r\n'))).toString());

  async function* chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = buffered.indexOf(delimiter);
      if (at >= 0) {
        if (at > 0) yield buffered.subarray(0, at);
        buffered = buffered.subarray(at + delimiter.length);
        return await expectEnd();
      }
      // The end of what is held may be the begin of the delimiter.
      const safe = buffered.length - delimiter.length + 1;
      if (safe > 0) {
        yield buffered.subarray(0, safe);
        buffered = buffered.subarray(safe);
      }
      if (!(await more())) broken();
    }
  }

  /** Behind the last part stands `--`, and perhaps an epilogue that means nothing. */
  async function expectEnd(): Promise<void> {
    while (buffered.length < 2) if (!(await more())) broken();
    if (buffered.subarray(0, 2).toString() !== '--') broken('send exactly one file and nothing else');
    for await (const _ of body);
  }
  return { fileName, chunks: chunks() };
}

function boundaryOf(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return (
    quoted ??
    bare ??
    fail('unsupported_media_type', {
      message: 'The content type has no `boundary`: let the client build the form and its header.',
    })
  );
}

/** Browsers send names in UTF-8, with `%22` for a quote; other clients may use `filename*` (RFC 5987). */
function fileNameOf(head: string): string {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(head)?.[1] ?? broken();
  const name = /(?:^|;)\s*filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
  const extended = /(?:^|;)\s*filename\*=UTF-8''([^\s;]+)/i.exec(disposition)?.[1];
  if (name === undefined && extended === undefined) return broken('send exactly one file and nothing else');
  if (extended === undefined) return (name ?? '').replaceAll('%22', '"').replaceAll(/\\(["\\])/g, '$1');
  try {
    return decodeURIComponent(extended);
  } catch {
    return name ?? '';
  }
}
