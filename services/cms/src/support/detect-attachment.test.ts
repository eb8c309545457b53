import { describe, expect, test } from '@jest/globals';
import { collectTail } from '../assets/detect-container.ts';
import { headBytes } from '../assets/detect-content.ts';
import { checkTracks } from '../assets/mp4-tracks.ts';
import { checkText, detectAttachment } from './detect-attachment.ts';

/** What is found of a file that arrives in chunks of some size. */
function detect(bytes: Buffer, isText = false, chunkBytes = 65_536) {
  const tracks = checkTracks();
  const tail = collectTail();
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = bytes.subarray(at, at + chunkBytes);
    tracks.add(chunk);
    tail.add(chunk);
  }
  const head = bytes.subarray(0, headBytes);
  return detectAttachment({ head, tail: tail.end(), size: bytes.length, isText, tracks: tracks.end() });
}

describe('a file for a ticket', () => {
  test.each([
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), { kind: 'image', format: 'png' }],
    ['a PDF', Buffer.from('%PDF-1.7'), { kind: 'file', content_type: 'application/pdf' }],
    ['a ZIP', Buffer.from('PK\x03\x04', 'latin1'), { kind: 'file', content_type: 'application/zip' }],
    ['an empty ZIP', Buffer.from('PK\x05\x06', 'latin1'), { kind: 'file', content_type: 'application/zip' }],
  ])('is known by its content: %s', (_, bytes, found) => {
    expect(detect(bytes)).toEqual(found);
  });

  const box = (brand: string) => Buffer.from(`\0\0\0\x20ftyp${brand}\0\0\0\0`, 'latin1');
  const entry = (name: string, content = '') => {
    const header = Buffer.alloc(30);
    header.write('PK\x03\x04', 'latin1');
    header.writeUInt16LE(name.length, 26);
    return Buffer.concat([header, Buffer.from(name + content)]);
  };
  const office = (folder: string) =>
    Buffer.concat([entry('[Content_Types].xml', '<Types/>'), entry('_rels/.rels'), entry(`${folder}/main.xml`)]);
  const ooxml = 'application/vnd.openxmlformats-officedocument';
  test.each([
    ['a photo of an iPhone', box('heic'), 'image/heic'],
    ['a photo of an Android phone', box('mif1'), 'image/heif'],
    ['a video of an iPhone', box('qt  '), 'video/quicktime'],
    ['a video of an Android phone', box('isom'), 'video/mp4'],
    ['a recording of the screen', box('mp42'), 'video/mp4'],
    ['a video of an old phone', box('3gp4'), 'video/3gpp'],
    ['a voice note of an iPhone', box('M4A '), 'audio/mp4'],
    ['a voice note of Telegram', Buffer.from('OggS\0\x02'), 'audio/ogg'],
    ['an MP3 with a tag', Buffer.from('ID3\x04\0'), 'audio/mpeg'],
    ['an MP3 without a tag', Buffer.from([0xff, 0xfb, 0x90, 0x64]), 'audio/mpeg'],
    ['a WebM', Buffer.from('\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm', 'latin1'), 'video/webm'],
    ['a Word document', office('word'), `${ooxml}.wordprocessingml.document`],
    ['an Excel sheet', office('xl'), `${ooxml}.spreadsheetml.sheet`],
    ['a PowerPoint presentation', office('ppt'), `${ooxml}.presentationml.presentation`],
    [
      'an OpenDocument text',
      entry('mimetype', 'application/vnd.oasis.opendocument.textPK'),
      'application/vnd.oasis.opendocument.text',
    ],
    ['an archive with a folder of the same name', entry('word/notes.txt'), 'application/zip'],
    ['an archive whose first file names a type', entry('mimetype', 'application/epub+zip'), 'application/zip'],
  ])('is known by its content, and downloaded: %s', (_, bytes, content_type) => {
    expect(detect(bytes)).toEqual({ kind: 'file', content_type });
  });

  /** An archive with its directory at the end, as programs write it. */
  const archive = (files: Record<string, Buffer>, before = Buffer.alloc(0)) => {
    const entries = Object.entries(files).map(([name, content]) => entry(name, content.toString('latin1')));
    const bodies = Object.entries(files).map(([name, content], at) =>
      Buffer.concat([entries[at]?.subarray(0, 30 + name.length) ?? Buffer.alloc(0), content]),
    );
    const directory = Object.keys(files).map((name) => {
      const header = Buffer.alloc(46);
      header.write('PK\x01\x02', 'latin1');
      header.writeUInt16LE(name.length, 28);
      return Buffer.concat([header, Buffer.from(name)]);
    });
    const length = directory.reduce((sum, part) => sum + part.length, 0);
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    end.writeUInt32LE(length, 12);
    end.writeUInt32LE(
      bodies.reduce((sum, part) => sum + part.length, 0),
      16,
    );
    return Buffer.concat([before, ...bodies, ...directory, end]);
  };
  const picture = Buffer.alloc(100_000, 7);

  test('is an office document also where its parts lie behind the first bytes', () => {
    for (const [folder, type] of [
      ['word', 'wordprocessingml.document'],
      ['xl', 'spreadsheetml.sheet'],
      ['ppt', 'presentationml.presentation'],
    ] as const) {
      const bytes = archive({
        'docProps/thumbnail.jpeg': picture,
        '[Content_Types].xml': Buffer.from('<Types/>'),
        [`${folder}/main.xml`]: picture,
      });
      expect(detect(bytes)).toEqual({ kind: 'file', content_type: `${ooxml}.${type}` });
    }
    const many = Object.fromEntries(
      Array.from({ length: 6_000 }, (_, at) => [`ppt/media/${at}.png`, Buffer.from('x')]),
    );
    const long = archive({ 'docProps/app.xml': picture, ...many, '[Content_Types].xml': Buffer.from('<Types/>') });
    expect(detect(long)).toEqual({ kind: 'file', content_type: `${ooxml}.presentationml.presentation` });
  });

  test('is an archive where the office document is one of its files', () => {
    const inner = archive({ '[Content_Types].xml': Buffer.from('<Types/>'), 'word/document.xml': Buffer.from('x') });
    expect(detect(archive({ 'report.docx': inner }))).toEqual({ kind: 'file', content_type: 'application/zip' });
  });

  const boxOf = (type: string, ...content: Buffer[]) => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(8 + content.reduce((sum, part) => sum + part.length, 0), 0);
    header.write(type, 4, 'latin1');
    return Buffer.concat([header, ...content]);
  };
  const track = (handler: string) =>
    boxOf(
      'trak',
      boxOf('tkhd', Buffer.alloc(84)),
      boxOf(
        'mdia',
        boxOf('mdhd', Buffer.alloc(24)),
        boxOf('hdlr', Buffer.from(`\0\0\0\0\0\0\0\0${handler}\0`, 'latin1')),
      ),
    );
  const media = (brand: string, ...handlers: string[]) => {
    const moov = boxOf('moov', boxOf('mvhd', Buffer.alloc(100)), ...handlers.map(track));
    const data = boxOf('mdat', Buffer.alloc(300_000, 1));
    const start = boxOf('ftyp', Buffer.from(`${brand}\0\0\0\0`, 'latin1'));
    // Recorders write the description behind the data, programs before it.
    return [Buffer.concat([start, data, moov]), Buffer.concat([start, moov, data])];
  };
  test.each([
    ['isom', ['soun'], 'audio/mp4'],
    ['mp42', ['soun', 'meta'], 'audio/mp4'],
    ['3gp4', ['soun'], 'audio/mp4'],
    ['isom', ['vide', 'soun'], 'video/mp4'],
    ['mp42', ['vide'], 'video/mp4'],
    ['isom', [], 'video/mp4'],
    ['qt  ', ['soun'], 'video/quicktime'],
  ])('is sound where an MP4 of the brand %s has the tracks %j: %s', (brand, handlers, content_type) => {
    for (const bytes of media(brand, ...handlers))
      for (const chunkBytes of [65_536, 7])
        expect(detect(bytes, false, chunkBytes)).toEqual({ kind: 'file', content_type });
  });

  test('that is text is plain text, HTML and SVG too', () => {
    for (const text of ['Привет', '<script>alert(1)</script>', '<svg xmlns="http://www.w3.org/2000/svg"/>'])
      expect(detect(Buffer.from(text), true)).toEqual({ kind: 'file', content_type: 'text/plain; charset=utf-8' });
  });

  test('of any other kind is refused', () => {
    for (const bytes of ['MZ\x90\x00', '\x7fELF', '\x00\x00\x00\x1cftypavif', 'Rar!\x1a\x07', 'PK\x07\x08'])
      expect(detect(Buffer.from(bytes, 'latin1'))).toBeNull();
  });
});

describe('text', () => {
  const isText = (...chunks: Buffer[]) => {
    const check = checkText();
    for (const chunk of chunks) check.add(chunk);
    return check.end();
  };

  test('may have any script, tabs and line ends, and a character may come in two parts', () => {
    const bytes = Buffer.from('Ёлка\t🎄\r\n');
    for (let at = 0; at <= bytes.length; at += 1) expect(isText(bytes.subarray(0, at), bytes.subarray(at))).toBe(true);
  });

  test('has no zero, no other control character, and no byte outside of UTF-8', () => {
    expect(isText(Buffer.from('a\0b'))).toBe(false);
    expect(isText(Buffer.from('a\x1b[31mb'))).toBe(false);
    expect(isText(Buffer.from([0x61, 0xff, 0x62]))).toBe(false);
    expect(isText(Buffer.from('good'), Buffer.from([0xd0]))).toBe(false);
  });
});

test.each(['ID3;name;age\n1;2\n', 'OggS is a format', '#!AMR'])('the text %j is a text, and no sound', (text) => {
  expect(detect(Buffer.from(text), true)).toEqual({ kind: 'file', content_type: 'text/plain; charset=utf-8' });
});
