import { cms, type PlanSourceKind } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import { type Database, dayMs, errorText, idFromKey, type Tx } from '@platform/runtime';
import { inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { BrandRow } from '../brands/brand.ts';
import { readMemory } from '../memory/memory.ts';
import { readMeasured } from '../metrics/measured-posts.ts';
import { rankPosts } from '../metrics/rank-posts.ts';
import { retainedDays } from '../metrics/sweep-snapshots.ts';
import { readOccasions } from '../occasions/manage-occasions.ts';
import { nextDay } from '../occasions/yearly.ts';
import { toLocalTime } from '../posts/local-time.ts';
import { readPost } from '../posts/readable-post.ts';
import { variants } from '../schema.ts';
import { readAnswers } from '../strategy/discovery.ts';
import { excerptOf, type PlanSource } from './plan-source.ts';

const maxOfKind = 200;
/** An own post is a source again after this time. */
const ownPostAgeMs = 90 * dayMs;

type ContentSource = Awaited<ReturnType<typeof askContent>>[number];

export interface Content {
  state: 'read' | 'no_site' | 'unavailable';
  sources: ContentSource[];
}

const contentKinds = [
  { kind: 'post', order: 'newest' },
  { kind: 'changelog_entry', order: 'newest' },
  { kind: 'download', order: 'newest' },
  { kind: 'article', order: 'views' },
] as const;

const askContent = async (
  { ask }: Pick<App, 'ask'>,
  site_id: string,
  { kind, order }: (typeof contentKinds)[number],
) => {
  const input = { site_id, kinds: [kind], since: null, limit: maxOfKind, order };
  return (await ask(cms.queries.listContentSources, input)).sources;
};

/**
 * What the site of a brand has published. Not to be called in a transaction. A cms that does not answer
 * leaves the plan to the other sources.
 */
export async function readContent(app: Pick<App, 'ask' | 'log'>, { id, site_id }: BrandRow): Promise<Content> {
  if (site_id === null) return { state: 'no_site', sources: [] };
  try {
    const lists = await Promise.all(contentKinds.map((kind) => askContent(app, site_id, kind)));
    return { state: 'read', sources: lists.flat() };
  } catch (error) {
    app.log.warn({ brand_id: id, reason: errorText(error) }, 'the content of a site could not be read for a plan');
    return { state: 'unavailable', sources: [] };
  }
}

const languageOf = (locale: string): string => locale.split('-')[0] ?? locale;

/** Published content as sources. A text in a language that the brand does not write is left out. */
function fromContent({ sources }: Content, { languages }: BrandRow): PlanSource[] {
  const spoken = new Set(languages.map(languageOf));
  return sources
    .filter(({ locale }) => spoken.has(languageOf(locale)))
    .flatMap(({ kind, id, revision, title, excerpt, url }) => {
      if (kind === 'banner' || kind === 'document') return [];
      const text = excerpt ?? '';
      const source = { kind, id, url, revision, excerpt: excerptOf(title, text) };
      return [{ key: `${kind}:${id}`, kind, title, text, source, days: null }];
    });
}

/** Everything that posts of a brand can be made from, by kind, the best first. */
export async function readSources(
  tx: Database | Tx,
  brand: BrandRow,
  { content, now, to }: { content: Content; now: Date; to: Date },
): Promise<Map<PlanSourceKind, PlanSource[]>> {
  const all = [
    ...fromContent(content, brand),
    ...(await occasionSources(tx, brand, { now, to })),
    ...(await ownPosts(tx, brand, now)),
    ...(await memorySources(tx, brand, now)),
    ...(await faqSources(tx, brand)),
  ];
  return Map.groupBy(all, ({ kind }) => kind);
}

async function occasionSources(tx: Database | Tx, brand: BrandRow, { now, to }: { now: Date; to: Date }) {
  const [first, last] = [now, to].map((at) => toLocalTime(at, brand.timezone).slice(0, 10)) as [string, string];
  return (await readOccasions(tx, brand)).flatMap(({ row: { id, title, note, url, ...dated } }): PlanSource[] => {
    const day = nextDay(dated, first);
    if (day === null || day > last) return [];
    const source = { kind: 'occasion' as const, id, url, revision: null, excerpt: excerptOf(title, note) };
    return [{ key: `occasion:${id}:${day}`, kind: 'occasion', title, text: note, source, days: [day] }];
  });
}

/**
 * Posts of more than 90 days ago: the best first, and behind them those without numbers, the newest first.
 */
async function ownPosts(tx: Database | Tx, { id: brand_id }: BrandRow, now: Date): Promise<PlanSource[]> {
  const oldest = retainedDays.schedule * dayMs;
  const period = { from: new Date(now.getTime() - oldest), to: new Date(now.getTime() - ownPostAgeMs) };
  const posts = (await readMeasured(tx, brand_id, period)).filter(({ is_ad }) => !is_ad);
  const best = rankPosts(posts).map(({ post }) => post.variant_id);
  const ids = [...new Set([...best, ...posts.map(({ variant_id }) => variant_id)])].slice(0, maxOfKind);
  if (ids.length === 0) return [];
  const bodies = await tx
    .select({ id: variants.id, body: variants.body, buttons: variants.buttons, url: variants.remote_url })
    .from(variants)
    .where(inArray(variants.id, ids));
  const byId = new Map(bodies.map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  return rows.map(({ id, body, buttons, url }) => {
    const { text } = readPost({ body, buttons });
    const title = cutText(text.split('\n')[0] ?? '', 200);
    const source = { kind: 'own_post' as const, id, url, revision: null, excerpt: excerptOf('', text).trim() };
    return { key: `own_post:${id}`, kind: 'own_post', title, text: body, source, days: null };
  });
}

async function memorySources(tx: Database | Tx, { id }: BrandRow, now: Date): Promise<PlanSource[]> {
  const facts = (await readMemory(tx, id, now)).filter(({ kind }) => kind === 'fact').toReversed();
  return facts.map((fact) => {
    const source = { kind: 'memory' as const, id: fact.id, url: fact.source_url, revision: null, excerpt: fact.text };
    const [title, text] = splitTitle(fact.text);
    return { key: `memory:${fact.id}`, kind: 'memory', title, text, source, days: null };
  });
}

/** The first sentence of a text, and the rest. */
function splitTitle(text: string): [title: string, rest: string] {
  const [title = text] = /^.{1,180}?[.!?…](?=\s)/su.exec(text) ?? [];
  return [title, text.slice(title.length).trim()];
}

async function faqSources(tx: Database | Tx, { id: brand_id }: BrandRow): Promise<PlanSource[]> {
  const { faq } = await readAnswers(tx, brand_id);
  return faq.map(({ question, answer, url }) => {
    const id = idFromKey('faq', brand_id, question);
    const source = { kind: 'faq' as const, id, url, revision: null, excerpt: excerptOf(question, answer) };
    return { key: `faq:${id}`, kind: 'faq', title: question, text: answer, source, days: null };
  });
}
