import { cutText } from '@platform/contracts/cut-text';

/** Endings of file names that fit a type; the first one is added to a name with another. */
const endings: Record<string, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'image/heic': ['heic', 'heif'],
  'image/heif': ['heif', 'heic'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/3gpp': ['3gp', '3g2'],
  'video/webm': ['webm'],
  'audio/mp4': ['m4a', 'm4b', 'mp4', '3gp', '3ga'],
  'audio/mpeg': ['mp3'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'audio/amr': ['amr'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'text/plain; charset=utf-8': ['txt', 'log', 'csv', 'json', 'md'],
};
const maxLength = 200;

/**
 * The name that a file is downloaded under: its ending fits its content, so that no text is saved as a
 * script.
 * @param name as the sender calls it; it may be empty
 */
export function safeFileName(name: string, contentType: string): string {
  const fitting = endings[contentType] ?? ['bin'];
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (name !== '' && fitting.includes(ending)) return name;
  const added = `.${fitting[0]}`;
  return `${cutText((name || 'file').toWellFormed(), maxLength - added.length)}${added}`;
}
