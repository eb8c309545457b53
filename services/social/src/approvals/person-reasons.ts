import type { PersonReason } from '@platform/contracts';
import type { Tx } from '@platform/runtime';
import { and, count, eq, sql } from 'drizzle-orm';
import { variants } from '../schema.ts';
import { judgeLaw, type PostFacts } from '../variants/judge-variant.ts';
import type { PostContext } from '../variants/variant.ts';

/** What an account published so far. */
export interface AccountHistory {
  published: number;
  uncertain: number;
}

/** Whether the autonomy of a brand lets a rule approve its posts. */
export const approvesByRule = ({ autonomy }: Pick<PostContext['brand'], 'autonomy'>): boolean =>
  autonomy === 'autopilot' || autonomy === 'full_manager';

/** So many posts of an account are approved by persons. */
const firstPosts = 5;

/** Why a person decides about a post, and no rule. Without a reason the system approves it. */
export function personReasons(context: PostContext, facts: PostFacts, history: AccountHistory): PersonReason[] {
  const { variant, brand } = context;
  const { acknowledge } = judgeLaw(context, facts);
  const reasons: [PersonReason, boolean][] = [
    ['autonomy', !approvesByRule(brand)],
    ['ad', variant.is_ad],
    ['ad_disputed', acknowledge.includes('ad_disputed')],
    ['looks_like_ad', acknowledge.includes('looks_like_ad')],
    ['unsupported_claims', variant.unsupported_claims.length > 0],
    ['uncertain_outcome', history.uncertain > 0],
    ['first_posts', history.published < firstPosts],
  ];
  return reasons.filter(([, holds]) => holds).map(([reason]) => reason);
}

/** Counts the posts of an account that are published, and those with an unknown outcome. */
export async function readHistory(tx: Tx, { account_id }: { account_id: string }): Promise<AccountHistory> {
  const countOf = async (state: string): Promise<number> => {
    const [row] = await tx
      .select({ value: count() })
      .from(variants)
      .where(and(eq(variants.account_id, account_id), sql`${variants.state} = ${state}`));
    return row?.value ?? 0;
  };
  return { published: await countOf('published'), uncertain: await countOf('uncertain') };
}
