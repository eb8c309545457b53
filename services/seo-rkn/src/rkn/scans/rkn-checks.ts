import type { RknSite } from '../judge/rkn-site.ts';

/**
 * Results of a scan beside its pages. They are stored, so that a scan continues after a crash and rechecks
 * reuse them.
 */
export interface RknChecks {
  /** Addresses that the choice of pages begins with. */
  seeds: Seeds;
  /** Null before the pages are fetched. */
  site: Pick<RknSite, 'endpoints' | 'redirects_to_https' | 'accepts_legacy_tls' | 'mail_hosts'> | null;
}

export interface Seeds {
  /** Pages of open findings. */
  found: string[];
  /** Pages that had forms in the last audit. */
  forms: string[];
  /** Addresses of sitemaps. */
  listed: string[];
}
