import { type ContainerParts, type ContainerType, detectContainer } from '../assets/detect-container.ts';
import { detectContent, type RasterFormat } from '../assets/detect-content.ts';

export type DetectedAttachment =
  | { kind: 'image'; format: Exclude<RasterFormat, 'avif'> }
  | { kind: 'file'; content_type: 'application/pdf' | 'application/zip' | 'text/plain; charset=utf-8' | ContainerType };

/** Control characters that no text has, except for tab, line ends and form feed. */
const controls = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

export interface TextCheck {
  /** Checks the next bytes. */
  add(chunk: Buffer): void;
  /** Whether all bytes together are text in UTF-8. */
  end(): boolean;
}

/** Checks that a file is text in UTF-8 while it arrives. */
export function checkText(): TextCheck {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isText = true;
  const checkPart = (decode: () => string) => {
    if (!isText) return;
    try {
      isText = !controls.test(decode());
    } catch {
      isText = false;
    }
  };
  return {
    add: (chunk) => checkPart(() => decoder.decode(chunk, { stream: true })),
    end() {
      checkPart(() => decoder.decode());
      return isText;
    },
  };
}

/**
 * The kind of a file for a ticket, from its content alone.
 * @returns null for a file that no ticket takes
 */
export function detectAttachment(parts: ContainerParts & { isText: boolean }): DetectedAttachment | null {
  const { head, size, isText } = parts;
  const content = detectContent(head, size);
  if (content.kind === 'image') return content.format === 'avif' ? null : { kind: 'image', format: content.format };
  if (content.kind === 'pdf') return { kind: 'file', content_type: 'application/pdf' };
  // Photos, videos and sound of phones, and office documents, are stored as they are and downloaded.
  const container = isText ? null : detectContainer(parts);
  if (container !== null) return { kind: 'file', content_type: container };
  // A file in an archive, or an empty archive.
  if (/^PK(\x03\x04|\x05\x06)/.test(head.toString('latin1', 0, 4)))
    return { kind: 'file', content_type: 'application/zip' };
  return isText ? { kind: 'file', content_type: 'text/plain; charset=utf-8' } : null;
}
