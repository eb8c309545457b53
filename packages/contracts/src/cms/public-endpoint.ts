import type { z } from 'zod';
import { SiteCodeParams } from '../fields.ts';
import { type Endpoint, endpoint } from '../kit.ts';
import { ApplicationSiteParams, siteCache } from './fields.ts';

/**
 * A public endpoint of a site at both of its addresses: `/v1/sites/{site_code}…` with the key of the site,
 * and `/v1/applications/{app_code}/sites/{site_code}…` with the public key of the application that it is
 * linked to.
 * @param suffix the path behind the code of the site
 * @param params parameters of the suffix
 */
export function siteEndpoint<
  const P extends string,
  const E extends Omit<Endpoint, 'path' | 'auth' | 'rate' | 'params' | 'feature'>,
  S extends z.core.$ZodLooseShape,
>(suffix: P, params: S, parts: E) {
  const summary: string = `${parts.summary}, of a site of the application`;
  return {
    ofSite: endpoint({
      ...parts,
      path: `/v1/sites/{site_code}${suffix}`,
      auth: 'site_key',
      rate: 'public_sites',
      params: SiteCodeParams.extend(params),
    }),
    ofApplication: endpoint({
      ...parts,
      path: `/v1/applications/{app_code}/sites/{site_code}${suffix}`,
      summary,
      auth: 'key',
      rate: 'public_sites',
      params: ApplicationSiteParams.extend(params),
    }),
  };
}

/** A public read of a site at both of its addresses, with an ETag. */
export const siteRead = <
  const P extends string,
  const E extends Omit<Endpoint, 'method' | 'cache' | 'path' | 'auth' | 'rate' | 'params' | 'feature'>,
  S extends z.core.$ZodLooseShape,
>(
  suffix: P,
  params: S,
  parts: E,
) => siteEndpoint(suffix, params, { ...parts, method: 'GET', cache: siteCache });
