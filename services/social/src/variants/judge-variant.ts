import type { SocialIdea } from '@platform/contracts';
import type { Database, Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type AdVerdict, adChecks, adQuestion, judgeAd } from '../ad-law/judge-ad.ts';
import { readPolicies } from '../ad-law/manage-policies.ts';
import type { PolicyRow } from '../ad-law/policy.ts';
import { adSignals, resemblesAd } from '../ad-law/resembles-ad.ts';
import type { App } from '../app.ts';
import { readKnown } from '../facts/read-known.ts';
import { type ReadGrounds, unsupportedAssertions } from '../facts/unsupported-assertions.ts';
import { bannedWords } from '../posts/banned-words.ts';
import type { Check } from '../posts/compose-post.ts';
import { contentHash } from '../posts/content-hash.ts';
import { type ReadablePost, readPost } from '../posts/readable-post.ts';
import { ideas, slots } from '../schema.ts';
import { compose, type PostContext, type VariantRow } from './variant.ts';

/** What a post is judged by, besides itself, its account and its brand. */
export interface PostFacts {
  policies: readonly PolicyRow[];
  sources: z.output<typeof SocialIdea>['sources'];
  /** What the memory and the discovery of the brand say; read when it is needed first. */
  known?: () => ReadGrounds;
  /** When it goes out, as far as it is known; the present else. */
  at: Date;
  now: Date;
}

/** Reads what a post is judged by. */
export async function readPostFacts(
  tx: Database | Tx,
  { id, brand_id, idea_id }: Pick<VariantRow, 'id' | 'brand_id' | 'idea_id'>,
  now: Date,
): Promise<PostFacts> {
  const policies = await readPolicies(tx);
  const [idea] = await tx.select({ sources: ideas.sources }).from(ideas).where(eq(ideas.id, idea_id));
  const [slot] = await tx.select({ at: slots.at }).from(slots).where(eq(slots.variant_id, id));
  return {
    policies,
    sources: idea?.sources ?? [],
    at: slot && slot.at > now ? slot.at : now,
    now,
    known: await readKnown(tx, brand_id, now),
  };
}

const adSignalsOf = (post: ReadablePost, { brand }: Pick<PostContext, 'brand'>) =>
  adSignals(post, { name: brand.name, link_hosts: brand.link_hosts });

const questionOf = (context: PostContext, at: Date) =>
  adQuestion(context, { at, resemblesAd: resemblesAd(adSignalsOf(readPost(context.variant), context)) });

/** What the advertising law of its day says about a post. */
export const judgeLaw = (context: PostContext, { policies, at }: Pick<PostFacts, 'policies' | 'at'>): AdVerdict =>
  judgeAd(policies, questionOf(context, at));

/** The row with its hash and the findings about it: of the channel, of the law, and of the fact check. */
export function judge(app: Pick<App, 'config' | 'settings'>, context: PostContext, facts: PostFacts): VariantRow {
  const { variant, brand } = context;
  const { cover, account_id, body, buttons, is_ad, erid, advertiser } = variant;
  const content_hash = contentHash({
    account_id,
    body,
    buttons,
    is_ad,
    erid,
    advertiser,
    cover_name: cover?.name ?? null,
    cover_alt: cover?.alt ?? '',
    cover_fit: cover?.fit ?? '',
  });
  const post = readPost(variant);
  const question = questionOf(context, facts.at);
  const verdict = judgeAd(facts.policies, question);
  const unsupported_claims = unsupportedAssertions(post, groundsOf(brand, facts.sources), facts.known);
  const checks = [
    ...compose(app, context).checks,
    ...adChecks(verdict, question, facts.now),
    ...textChecks(post, context, { verdict, unsupported_claims }),
  ];
  return { ...variant, content_hash, checks, unsupported_claims };
}

function groundsOf({ name, code, link_hosts }: PostContext['brand'], sources: PostFacts['sources']) {
  return {
    texts: [name, code, ...sources.map(({ excerpt }) => excerpt)],
    urls: [...link_hosts.map((host) => `https://${host}/`), ...sources.flatMap(({ url }) => url ?? [])],
  };
}

const shownAssertions = 5;

function textChecks(
  post: ReadablePost,
  context: PostContext,
  { verdict, unsupported_claims }: { verdict: AdVerdict } & Pick<VariantRow, 'unsupported_claims'>,
): Check[] {
  const checks: Check[] = [];
  const banned = bannedWords(post, context.brand.tone.banned_words);
  if (banned.length > 0)
    checks.push({ code: 'banned_words', level: 'error', message: `The brand bans: ${banned.join(', ')}` });
  if (verdict.acknowledge.includes('looks_like_ad'))
    checks.push({
      code: 'looks_like_ad',
      level: 'warning',
      message: `An approver confirms that it is none: ${adSignalsOf(post, context).join(', ')}`,
    });
  if (unsupported_claims.length > 0)
    checks.push({
      code: 'unsupported_claims',
      level: 'warning',
      message: `No source says: ${unsupported_claims.slice(0, shownAssertions).join('; ')}`,
    });
  return checks;
}
