import { createHash } from 'node:crypto';

/** Bytes to be stored, under a name that is made from them. */
export interface NewFile {
  name: string;
  content_type: string;
  bytes: Buffer;
}

/**
 * Names bytes by what they are.
 * @param ending of the name, without its dot
 */
export const nameFile = (bytes: Buffer, ending: string, content_type: string): NewFile => ({
  name: `${createHash('sha256').update(bytes).digest('hex')}.${ending}`,
  content_type,
  bytes,
});
