import { isDeepStrictEqual } from 'node:util';
import { cms, type NamedPart, UrlTemplates } from '@platform/contracts';
import { findRow } from '@platform/runtime';
import { z } from 'zod';
import { type FormerTemplates, sites } from '../schema.ts';
import { maxFormerTemplates } from '../sites/former-templates.ts';
import { changeSite } from '../sites/update-site.ts';
import type { SourceSettings } from './entry.ts';
import { fitFields } from './fit-fields.ts';
import { findSource, hashOf, type ImportWork, type Plan, resolve, skip, writeSource } from './work.ts';

/** Settings that travel. Name, address, application and status are those of the site itself. */
const travelling = ['default_locale', 'timezone', 'country', 'description', 'accent_color', 'typographic_quotes'];

/** Settings that give rights or lead visitors to other sites: they travel only by name. */
const travellingByName = [
  'url_templates',
  'links',
  'allowed_origins',
  'staff_may_publish',
  'embed_providers',
] as const satisfies readonly NamedPart[];

/**
 * Settings of a site: taken while those here were never changed. Languages are always added, since texts need
 * them. Settings of {@link travellingByName} are taken if the import names them, also over changed ones; each
 * other one that differs is a warning.
 */
export async function applySettings(work: ImportWork, entry: SourceSettings): Promise<Plan> {
  const { app, row, site } = work;
  const { kind, source_id, data } = entry;
  const warnings = [...entry.warnings];
  const importedSource = await findSource(work, kind, source_id);
  const hash = hashOf(row, entry, row.take);
  const locales = [...new Set([...site.locales, ...data.locales])];
  const isTheirs = site.version !== (importedSource?.written_version ?? 1);
  if (importedSource && !isTheirs && importedSource.content_hash === hash)
    return skip(site.id, 'unchanged', 'It is as the last import left it.');
  const differing = travellingByName.filter((name) => data[name] !== undefined && !isSame(data[name], site[name]));
  const named = differing.filter((name) => row.take.includes(name));
  for (const name of differing)
    if (!named.includes(name))
      warnings.push({
        code: 'setting_kept',
        message: `\`${name}\` stays as it is here; \`take=${name}\` imports that of the file: ${JSON.stringify(data[name])}`,
      });
  const isMissing = locales.length > site.locales.length;
  if (isTheirs && !isMissing && named.length === 0)
    return skip(site.id, 'edited', 'Settings were changed here; they stay.', warnings);

  const settings: Record<string, unknown> = { locales };
  for (const name of named) settings[name] = data[name];
  if (isTheirs)
    warnings.push({
      code: 'edited',
      message: 'Settings were changed here; only languages and named settings are taken.',
    });
  else {
    for (const name of travelling) settings[name] = data[name as keyof typeof data];
    const logo = await resolve(work, 'asset', typeof data.logo_asset_id === 'string' ? data.logo_asset_id : null);
    if (typeof data.logo_asset_id === 'string' && logo === null)
      warnings.push({ code: 'reference_lost', message: 'The logo is not in the file.' });
    settings.logo_asset_id = logo;
  }
  // Former paths belong to the present ones: without these they would redirect to other places.
  const hasTheirPaths = !differing.includes('url_templates') || named.includes('url_templates');
  const formerTemplates =
    hasTheirPaths && (!isTheirs || named.includes('url_templates'))
      ? readFormerTemplates(data.former_url_templates, app.clock.now())
      : [];
  const changes = fitFields(cms.endpoints.updateSite.body, settings, warnings);
  // Entries of a dry run find the languages that the import would add.
  if (row.dry_run) work.taken.add(`locales ${locales.join(' ')}`);
  const write: Plan['write'] = async (tx) => {
    const written = await changeSite(app, tx, { id: site.id, changes, formerTemplates, ifMatch: site.version });
    const about = { kind, source_id, object_id: site.id };
    if (!isTheirs) await writeSource(tx, work, { ...about, content_hash: hash, written_version: written.version });
  };
  return { outcome: 'updated', object_id: site.id, reason: null, warnings, write };
}

const FormerUrlTemplates = z.object({
  url_templates: UrlTemplates,
  default_locale: z.string().max(35),
  until: z.iso.datetime(),
});

/** Paths that texts of the file had; what is none, or is of a time ahead, is left out. */
const readFormerTemplates = (value: unknown, now: Date): FormerTemplates[] =>
  (Array.isArray(value) ? value.slice(-maxFormerTemplates) : []).flatMap((one: unknown) => {
    const parsed = FormerUrlTemplates.safeParse(one);
    return parsed.success && new Date(parsed.data.until) <= now ? [parsed.data] : [];
  });

/** Whether two settings are the same JSON. */
const isSame = (value: unknown, other: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(value)), JSON.parse(JSON.stringify(other)));

/** The site as it is now, with languages that a dry run would add. */
export async function readSite({
  app,
  row,
  taken,
}: Pick<ImportWork, 'app' | 'row' | 'taken'>): Promise<ImportWork['site']> {
  const site = await findRow(app.db, sites, { id: row.site_id });
  if (!site) throw new Error('the site of an import is gone');
  const added = [...taken]
    .find((name) => name.startsWith('locales '))
    ?.split(' ')
    .slice(1);
  return added ? { ...site, locales: added } : site;
}
