import { catalog, cms } from '@platform/contracts';
import { resolveHtml } from '@platform/markdown/addresses';
import { type ReadCache, within } from '@platform/runtime';
import type { App } from '../app.ts';
import type { LegalOwner } from './legal-owner.ts';

/** The address of the site of an owner; null for an owner without one. */
export interface OwnerWebsite {
  website_url: string | null;
}

/** Addresses of the sites of owners, grouped by the id of the owner. */
export type OwnerWebsites = ReadCache<OwnerWebsite>;

/** A page without its address is better than no page. */
const timeoutMs = 1_000;

/**
 * The address of the site or of the application that an owner is, from memory for a minute. It never throws: a legal text
 * has to be readable while its owner cannot be asked.
 * @returns null for an owner without an address, and while the owner cannot be asked
 */
export async function findWebsite(
  { ownerWebsites, ask, log }: Pick<App, 'ownerWebsites' | 'ask' | 'log'>,
  { owner_type, owner_id }: LegalOwner,
): Promise<string | null> {
  const load = async (): Promise<OwnerWebsite> => {
    if (owner_type === 'application') {
      const { application } = await ask(catalog.queries.getApplicationFacts, { application_id: owner_id });
      return { website_url: application?.website_url ?? null };
    }
    const { site } = await ask(cms.queries.describeSite, { id: owner_id });
    return { website_url: site?.website_url ?? null };
  };
  try {
    const website = ownerWebsites.get(owner_id, owner_type, load);
    return (await within(timeoutMs, website, () => ({ website_url: null }))).website_url;
  } catch (error) {
    log.debug({ err: error, owner_id }, 'the address of the owner of a legal text could not be read');
    return null;
  }
}

/** Html of a legal text with absolute addresses: uploaded files at the platform, paths at the site of the owner. */
export const withAddresses = (html: string, platform: string, website_url: string | null): string =>
  resolveHtml(html, { platform: platform.replace(/\/$/, ''), page: website_url ?? '/' });

const image = /<img [^<>]*>/g;

/** Html for a page that shows uploaded files of the platform alone: other images are their alternative text. */
export const withoutForeignImages = (html: string, platform: string): string =>
  html.replaceAll(image, (tag) =>
    / src="([^"]*)"/.exec(tag)?.[1]?.startsWith(`${new URL(platform).origin}/assets/`)
      ? tag
      : (/ alt="([^"]*)"/.exec(tag)?.[1] ?? ''),
  );
