/** The hosts whose addresses may stay in a text for a site: its own, with and without `www.`. */
export function hostsOf(website_url: string | null): string[] {
  const host = website_url === null ? undefined : URL.parse(website_url)?.host;
  if (host === undefined || host === '') return [];
  const bare = host.replace(/^www\./, '');
  return [bare, `www.${bare}`];
}
