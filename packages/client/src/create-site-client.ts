import { type Caller, createCaller } from './caller.ts';
import { type ConsentForm, consentForm, type FormPurpose } from './consent-form.ts';
import * as operations from './generated/operations.ts';
import type { LeadForm, SiteEvent } from './generated/schemas.ts';
import type { Input, Operation, OperationTypes, Output } from './operation.ts';
import { isPrerendering, untilShown } from './page-visibility.ts';
import { uuid } from './uuid.ts';

export interface SiteClientOptions {
  baseUrl: string;
  siteCode: string;
  /**
   * In a page the public key (`svc_cms_…`): it reads published content and sends forms and events, and nothing else. In
   * a static build or on a server the server key (`svc_cms_srv_…`): a secret that reads, with a budget of its own.
   */
  siteKey: string;
  /**
   * Longest `Retry-After`, in milliseconds, that a call waits for. A read under the rate limit waits as often as the
   * limit says. Absent: a minute with a server key, so that a build with more pages than a minute allows finishes; with
   * a public key 30 s, and two repeats.
   */
  maxRetryAfterMs?: number;
  fetch?: typeof fetch;
}

/** The window of a rate limit. */
const limitWindowMs = 60_000;

/** A read without parameters in its path. */
type Read<T> =
  T extends Operation<infer O extends OperationTypes> ? (query?: Input<O>['query']) => Promise<Output<O>> : never;
/** A read of one thing. */
type ReadOne<T> =
  T extends Operation<infer O extends OperationTypes>
    ? (name: string, query?: Input<O>['query']) => Promise<Output<O>>
    : never;

/** A client of the published texts of one site, and of its forms. */
export function createSiteClient(options: SiteClientOptions) {
  const isOfServer = options.siteKey.startsWith('svc_cms_srv_');
  const caller: Caller = createCaller(isOfServer ? { maxRetryAfterMs: limitWindowMs, ...options } : options);
  const read = <T extends Operation>(operation: T) =>
    ((query?: object) => caller.call(operation as Operation, { query } as never)) as Read<T>;
  const readOne = <T extends Operation>(operation: T, param: string) =>
    ((name: string, query?: object) =>
      caller.call(operation as Operation, { params: { [param]: name }, query } as never)) as ReadOne<T>;

  const readOneArticle = readOne(operations.readArticle, 'slug');
  const readArticle: typeof readOneArticle = async (slug, query) => {
    const wasHidden = isPrerendering();
    const article = await readOneArticle(slug, query);
    if (wasHidden && query?.preview === undefined) void countWhenShown(slug, query?.locale);
    return article;
  };
  // The article is read: its reader does not wait for the count, and loses nothing with it.
  const countWhenShown = (slug: string, locale: string | undefined) =>
    untilShown()
      .then(() => caller.call(operations.countArticleView, { params: { slug }, query: { locale } }))
      .catch(() => undefined);

  return {
    call: caller.call,
    get: read(operations.readSite),
    blog: {
      posts: read(operations.readPosts),
      post: readOne(operations.readPost, 'slug'),
      categories: read(operations.readCategories),
      tags: read(operations.readTags),
      authors: read(operations.readAuthors),
    },
    kb: {
      tree: read(operations.readTree),
      articles: read(operations.readArticles),
      /** Reads an article. In a page that the browser prerenders, its view counts when the visitor opens the page. */
      article: readArticle,
      popular: read(operations.readPopularArticles),
    },
    documents: { list: read(operations.readDocuments), get: readOne(operations.readDocument, 'slug') },
    downloads: { list: read(operations.readDownloads), latest: readOne(operations.readLatestDownload, 'platform') },
    changelog: { list: read(operations.readChangelog), get: readOne(operations.readChangelogEntry, 'slug') },
    banners: { list: read(operations.readBanners), get: readOne(operations.readBanner, 'banner_id') },
    search: read(operations.searchSite),
    searchResults: read(operations.readSearchResults),
    redirects: read(operations.readRedirects),
    removedTexts: read(operations.readRemovedTexts),
    legal: {
      list: read(operations.listSiteLegalDocuments),
      get: readOne(operations.getSiteLegalDocument, 'doc_kind'),
      /** The documents that a form of the site has to show, as they are published now. */
      async form(purpose: Extract<FormPurpose, 'contact' | 'newsletter'>): Promise<ConsentForm> {
        return consentForm(await caller.call(operations.listSiteLegalDocuments), purpose);
      },
    },
    leads: {
      /**
       * Sends a form once, however often the network fails.
       * @throws PlatformError
       */
      submit: (lead: LeadForm): Promise<Output<typeof operations.submitLead extends Operation<infer O> ? O : never>> =>
        caller.call(operations.submitLead, { body: { submission_id: uuid(), ...lead } }),
    },
    events: {
      /**
       * Records what a visitor did. An event gets an id, so that a repeat counts once. A page that the browser prerenders
       * sends it when the visitor opens the page.
       */
      record: async (...events: SiteEvent[]): Promise<void> => {
        await untilShown();
        const body = { events: events.map((event) => ({ event_id: uuid(), ...event })) };
        await caller.call(operations.recordSiteEvents, { body });
      },
    },
  };
}

export type SiteClient = ReturnType<typeof createSiteClient>;
