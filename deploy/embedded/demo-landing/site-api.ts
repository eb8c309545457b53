/**
 * The public API of one site, read with its key. Answers are cached with their ETags: a read of something that
 * did not change costs the platform a 304 without a body.
 */
export interface SiteApi {
  /** `data` of a read. @throws NotFoundError, MovedError, Error when the platform is not there */
  read<T>(path: string, query?: Record<string, string | undefined>): Promise<T>;
  /** A document of the platform as it is: a feed or the sitemap. */
  readDocument(path: string): Promise<{ type: string; text: string }>;
}

export class NotFoundError extends Error {}

/** The text has another address now. */
export class MovedError extends Error {
  readonly url: string | null;
  constructor(url: string | null) {
    super('moved');
    this.url = url;
  }
}

interface CachedAnswer {
  etag: string;
  type: string;
  text: string;
  freshUntil: number;
}

/** An answer is used again without a question for so long. */
const freshMs = 1_000;
const timeoutMs = 5_000;
const maxAnswers = 500;

export interface SiteApiOptions {
  /** Address of the platform. */
  apiUrl: string;
  siteCode: string;
  /** A key of the site: the server key where there is one, whose budget does not depend on the address. */
  siteKey: string;
}

export function openSiteApi({ apiUrl, siteCode, siteKey }: SiteApiOptions): SiteApi {
  const cachedAnswers = new Map<string, CachedAnswer>();
  const base = `${apiUrl}/v1/sites/${encodeURIComponent(siteCode)}`;

  const fetchText = async (address: string): Promise<CachedAnswer> => {
    const cachedAnswer = cachedAnswers.get(address);
    if (cachedAnswer && cachedAnswer.freshUntil > Date.now()) return cachedAnswer;
    const reply = await fetch(address, {
      headers: { 'x-public-key': siteKey, ...(cachedAnswer ? { 'if-none-match': cachedAnswer.etag } : {}) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await reply.text();
    if (reply.status === 304 && cachedAnswer) {
      cachedAnswer.freshUntil = Date.now() + freshMs;
      return cachedAnswer;
    }
    if (reply.status === 404) throw missing(text);
    if (reply.status !== 200) throw new Error(`the platform answered ${reply.status}`);
    const fresh = {
      etag: reply.headers.get('etag') ?? '',
      type: reply.headers.get('content-type') ?? 'text/plain',
      text,
      freshUntil: Date.now() + freshMs,
    };
    cachedAnswers.delete(address);
    cachedAnswers.set(address, fresh);
    if (cachedAnswers.size > maxAnswers) cachedAnswers.delete(cachedAnswers.keys().next().value ?? '');
    return fresh;
  };

  return {
    async read(path, query = {}) {
      const queryEntries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const search = new URLSearchParams(queryEntries).toString();
      const isPreview = query.preview !== undefined;
      const address = `${base}${path}${search === '' ? '' : `?${search}`}`;
      if (isPreview) cachedAnswers.delete(address);
      return JSON.parse((await fetchText(address)).text).data;
    },
    readDocument: (path) => fetchText(`${base}${path}`),
  };
}

/** The public reads of one application. */
export interface ApplicationApi {
  /** A paywall; null where the application has none with this code, or the platform is not there. */
  readPaywall<T>(code: string): Promise<T | null>;
}

/** @param apiUrl address of the platform */
export function openApplicationApi(apiUrl: string, application: { code: string; publicKey: string }): ApplicationApi {
  const base = `${apiUrl}/v1/applications/${encodeURIComponent(application.code)}`;
  return {
    async readPaywall<T>(code: string) {
      const reply = await fetch(`${base}/paywalls/${encodeURIComponent(code)}`, {
        headers: { 'x-public-key': application.publicKey },
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => null);
      return reply?.status === 200 ? ((await reply.json()) as { data: T }).data : null;
    },
  };
}

function missing(text: string): Error {
  const { error, redirect_url } = JSON.parse(text) as { error?: string; redirect_url?: string | null };
  return error === 'moved' ? new MovedError(redirect_url ?? null) : new NotFoundError(error);
}
