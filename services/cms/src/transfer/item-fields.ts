import { type ContentKind, cms } from '@platform/contracts';
import type { Fields } from '../content/kind.ts';
import { kinds } from '../content/kinds.ts';
import type { Note } from './entry.ts';
import { fitFields } from './fit-fields.ts';

/** What an author may send of each kind, with the values of what is absent. */
const creations = {
  post: cms.endpoints.createPost.body,
  article: cms.endpoints.createArticle.body,
  document: cms.endpoints.createDocument.body,
  download: cms.endpoints.createDownload.body,
  changelog_entry: cms.endpoints.createChangelogEntry.body,
  banner: cms.endpoints.createBanner.body,
};

/**
 * Fields of a document that an author never sends: its version begins at 1, but an archive has a later
 * version.
 */
const platformFields = ['version'];

/**
 * The fields of an item as its kind stores them.
 * @throws AppError `validation_failed`
 */
export function parseFields(name: ContentKind, sourceFields: Fields, warnings: Note[]): Fields {
  const kind = kinds[name];
  const knownFields = new Set(Object.keys((kind.fields as unknown as { shape: object }).shape));
  const kindFields = Object.fromEntries(Object.entries(sourceFields).filter(([field]) => knownFields.has(field)));
  const unknown = Object.keys(sourceFields).filter((field) => !knownFields.has(field));
  if (unknown.length > 0)
    warnings.push({ code: 'fields_lost', message: `Fields that the platform does not have: ${unknown.join(', ')}.` });
  const body = fitFields(creations[name], kindFields, warnings) as Fields;
  for (const field of platformFields)
    if (kindFields[field] !== undefined && knownFields.has(field)) body[field] ??= kindFields[field];
  const fields = kind.fields.parse(body) as Fields;
  const isFirst = name === 'document' && fields.source_type === 'text' && fields.version === null;
  const whole = isFirst ? { ...fields, version: '1' } : fields;
  kind.check?.(whole);
  return whole;
}
