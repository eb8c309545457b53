import { type cms, type GeneratedField, type GeneratedFields, seoRkn } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import type { EndpointRequest } from '@platform/contracts/kit';
import { idFromKey, newId } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireSite } from '../sites/site.ts';
import { type Draft, readDraft, recordChange } from './item.ts';
import type { Fields } from './kind.ts';
import { reviseItem } from './save-item.ts';

type Endpoint = typeof cms.endpoints.generateContentFields;
type Answer = z.input<Endpoint['response']>;
/** Letters of a text that say what it is about. */
const maxBody = 20_000;

/**
 * Fills empty fields of an item with texts of seo-rkn, which asks a language model or its rules. The call is
 * made outside of any transaction; under the lock of the item, what a person wrote meanwhile stays.
 * @throws AppError `site_not_found`, `content_not_found`, `service_unavailable` while seo-rkn does not answer
 */
export async function generateItemFields(
  app: App,
  site_id: string,
  { body, context, idempotency_key }: Pick<EndpointRequest<Endpoint>, 'body' | 'context' | 'idempotency_key'>,
): Promise<Answer> {
  const { kind, item_id, fields: requestedFields, apply } = body;
  const site = await requireSite(app.db, site_id);
  const target = { site_id, item_id, kind };
  const draft = await readDraft(app.db, target);
  const empty = requestedFields.filter((field) => isEmpty(draft.revision.fields, field));
  const answer: Answer = { fields: {}, skipped: skip(requestedFields, empty, 'not_empty'), source: 'rules' };
  if (empty.length > 0) {
    // A repeat under one key asks the model once, as long as the draft is the same.
    const key = idempotency_key ?? newId();
    const generated = await app.call(seoRkn.commands.generateFields, {
      request_id: idFromKey('generate-fields', item_id, String(draft.item.revision), ...empty, key),
      kind,
      locale: draft.item.locale,
      brand: site.name,
      website_url: site.website_url,
      fields: empty,
      ...sourceOf(draft),
    });
    answer.fields = generated.fields;
    answer.source = generated.source;
    answer.skipped.push(...generated.skipped);
  }
  if (!apply || Object.keys(answer.fields).length === 0) {
    await app.db.transaction((tx) => recordChange(app, tx, { site, before: draft, after: draft }));
    return answer;
  }
  const generatedFields = Object.keys(answer.fields) as GeneratedField[];
  let emptyFields: GeneratedField[] = [];
  const change = { admin: context.admin, if_match: null };
  await reviseItem(
    app,
    target,
    (current) => {
      emptyFields = generatedFields.filter((field) => isEmpty(current, field));
      return pick(answer.fields, emptyFields);
    },
    change,
  );
  const skipped = [...answer.skipped, ...skip(generatedFields, emptyFields, 'filled_meanwhile')];
  return { ...answer, fields: pick(answer.fields, emptyFields), skipped };
}

const isEmpty = (fields: Fields, field: GeneratedField): boolean => String(fields[field] ?? '').trim() === '';

const skip = (
  of: readonly GeneratedField[],
  but: readonly GeneratedField[],
  reason: Answer['skipped'][number]['reason'],
) => of.filter((field) => !but.includes(field)).map((field) => ({ field, reason }));

const pick = (fields: GeneratedFields, names: readonly GeneratedField[]): GeneratedFields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** What fields are made from. */
const sourceOf = ({ item, revision: { fields } }: Draft) => ({
  title: item.title,
  excerpt: textOf(fields.excerpt),
  meta_description: textOf(fields.meta_description),
  body: cutText((textOf(fields.body) ?? '').toWellFormed(), maxBody),
  has_cover: textOf(fields.cover_asset_id) !== null || textOf(fields.cover_url) !== null,
});
