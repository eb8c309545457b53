import { type KnownService, serviceAt } from '../facts/services.ts';
import { type RknSite, readable } from './rkn-site.ts';

/** A service that pages of a site load. */
export interface SeenService {
  service: KnownService;
  /** A browser sent a request to it; else code of the page names it. */
  is_requested: boolean;
  /** URL keys of the pages. */
  urls: string[];
  address: string;
  selector: string | null;
}

/** Services of other companies on the pages of a site, by name. */
export function servicesOf(site: RknSite): Map<string, SeenService> {
  const seen = new Map<string, SeenService>();
  const add = (url: string, address: string, selector: string | null, is_requested: boolean) => {
    const service = serviceAt(address);
    if (!service) return;
    const known = seen.get(service.name);
    if (!known) {
      seen.set(service.name, { service, is_requested, urls: [url], address, selector });
      return;
    }
    known.is_requested ||= is_requested;
    known.selector ??= selector;
    if (!known.urls.includes(url)) known.urls.push(url);
  };
  for (const { page, facts } of readable(site)) {
    // An address in code alone may never be asked for; a preconnect is a request of the browser itself.
    for (const { address, selector } of facts.resources) add(page.url, address, selector, false);
    for (const { address, selector } of page.facts?.resources ?? []) add(page.url, address, selector, false);
    for (const address of page.seen?.requests ?? []) add(page.url, address, null, true);
    for (const form of facts.forms) {
      const url = form.action === null ? null : URL.parse(form.action);
      if (url) add(page.url, url.host + url.pathname, form.selector, false);
    }
  }
  return seen;
}

/** Names of cookies that identify tracking services, before a choice of cookies. */
const trackingCookie = /^(?:_ga|_gid|_gat|_fbp|_ym|yandexuid|yabs|_gcl|_hj|mp_|ajs_|amplitude|tmr_|rtb|_pk_)/;

export const isTrackingCookie = (name: string): boolean => trackingCookie.test(name);
