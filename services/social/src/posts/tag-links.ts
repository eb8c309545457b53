/** What links to a brand's own hosts get. */
export interface LinkTags {
  hosts: readonly string[];
  channel: string;
  /** `utm_campaign`: the code of the brand. */
  campaign: string;
  /** `utm_content`: the reference of the variant. */
  ref: string;
  /** Token of the advertising register; null for a post that is no advertisement. */
  erid: string | null;
}

/**
 * The address with the marks of its post, when it leads to a host of the brand; others stay as they are. Ours
 * replace those that it has.
 */
export function tagLink(address: string, { hosts, channel, campaign, ref, erid }: LinkTags): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || !hosts.includes(url.hostname)) return address;
  const tags = { utm_source: channel, utm_medium: 'social', utm_campaign: campaign, utm_content: ref };
  for (const [name, value] of Object.entries(tags)) url.searchParams.set(name, value);
  if (erid !== null) url.searchParams.set('erid', erid);
  return url.href;
}
