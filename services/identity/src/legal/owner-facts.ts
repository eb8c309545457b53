import { catalog, cms } from '@platform/contracts';
import { resolveHtml } from '@platform/markdown/addresses';
import { type ReadCache, within } from '@platform/runtime';
import type { App } from '../app.ts';
import type { LegalOwner } from './legal-owner.ts';

/** What the page of a legal text shows of its owner. */
export interface OwnerFacts {
  /** null for an owner without a site. */
  website_url: string | null;
  /** Days are days of this zone: that of the site, UTC for an application. */
  timezone: string;
}

/** Facts of owners, grouped by the id of the owner. */
export type OwnersFacts = ReadCache<OwnerFacts>;

const unknownOwner: OwnerFacts = { website_url: null, timezone: 'UTC' };

/** A page without these facts is better than no page. */
const timeoutMs = 1_000;

/**
 * The facts of the site or of the application that an owner is, from memory for a minute. It never throws: a legal text
 * has to be readable while its owner cannot be asked.
 * @returns no address and UTC while the owner cannot be asked
 */
export async function readOwnerFacts(
  { ownersFacts, ask, log }: Pick<App, 'ownersFacts' | 'ask' | 'log'>,
  { owner_type, owner_id }: LegalOwner,
): Promise<OwnerFacts> {
  const load = async (): Promise<OwnerFacts> => {
    if (owner_type === 'application') {
      const { application } = await ask(catalog.queries.getApplicationFacts, { application_id: owner_id });
      return { website_url: application?.website_url ?? null, timezone: unknownOwner.timezone };
    }
    const { site } = await ask(cms.queries.describeSite, { id: owner_id });
    return site ? { website_url: site.website_url, timezone: site.timezone ?? unknownOwner.timezone } : unknownOwner;
  };
  try {
    return await within(timeoutMs, ownersFacts.get(owner_id, owner_type, load), () => unknownOwner);
  } catch (error) {
    log.debug({ err: error, owner_id }, 'the owner of a legal text could not be read');
    return unknownOwner;
  }
}

/** Html of a legal text with absolute addresses: uploaded files at the platform, paths at the site of the owner. */
export const withAddresses = (html: string, platform: string, website_url: string | null): string =>
  resolveHtml(html, { platform: platform.replace(/\/$/, ''), page: website_url ?? '/' });

const image = /<img [^<>]*>/g;

/** Html for a page that shows uploaded files of the platform alone: other images are their alternative text. */
export const withoutForeignImages = (html: string, platform: string): string =>
  html.replaceAll(image, (tag) =>
    / src="([^"]*)"/.exec(tag)?.[1]?.startsWith(`${platform.replace(/\/$/, '')}/assets/`)
      ? tag
      : (/ alt="([^"]*)"/.exec(tag)?.[1] ?? ''),
  );
