import { cutText } from '@platform/contracts/cut-text';
import type { GuardedProxy } from '@platform/runtime';
import type { Browser, BrowserContext, CDPSession, Frame, Page, Request } from 'playwright-core';
import { markSubmitListeners } from './mark-submit-listeners.ts';
import { type FrameDocument, readFrames } from './read-frames.ts';

/**
 * Why a page was not rendered: its text never stopped changing, it brings or has too many bytes, it leads elsewhere,
 * it answered otherwise than the crawler was answered, it could not be reached, the browser crashed.
 */
export type RenderFailure = 'timeout' | 'too_large' | 'moved' | 'status' | 'unreachable' | 'crashed';

/** The document as scripts left it, or why there is none. */
export type RenderResult =
  | { html: string; failure: null; seen: SeenTraffic; frames?: FrameDocument[] }
  | { html: null; failure: RenderFailure };

/** What a page asked for by itself: nothing was clicked. */
export interface SeenTraffic {
  /** Hosts and paths of requests, without query, each once; those that the renderer refused included. */
  requests: string[];
  /** Names of cookies and their domains, never values. */
  cookies: { name: string; domain: string }[];
}

export interface RenderLimits {
  /** Of the whole page, in milliseconds. */
  pageMs: number;
  /** Between two checks of the document, in milliseconds. */
  checkEveryMs: number;
  /** Checks in a row of an unchanged document after which requests that are under way are not waited for. */
  enoughChecks: number;
  /** Characters of the document. */
  maxCharacters: number;
  /** Least time of the document, in milliseconds: scripts show forms some seconds after it. 0 if absent. */
  lateMs?: number;
  /** Which frames are read too, by their address; none if absent. */
  isWantedFrame?(url: string): boolean;
}

/** Kinds of requests that no text of a page depends on. */
const needless = new Set(['image', 'media', 'font', 'texttrack', 'manifest', 'ping']);
/** Part of a document that may change between two checks: a clock, a counter. */
const noise = 0.01;
const maxDialogs = 20;
/** Time of a page that is left for its checks behind a wait for late forms. */
const spareMs = 5_000;

/** WebRTC and WebTransport pass by a proxy, and this process would read each message of a console. */
const withoutDirectChannels = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'])
  delete globalThis[name];
  for (const name of Object.keys(console)) console[name] = () => {};`;

/** Requests of a page, and characters of their addresses: this process reads a message for each of them. */
const maxRequests = 2_000;
const maxAddresses = 1_000_000;

/** Addresses that are recorded of them. */
const maxSeen = 300;
const maxCookies = 100;

const cookiesOf = async (context: BrowserContext): Promise<SeenTraffic['cookies']> =>
  (await context.cookies()).slice(0, maxCookies).map(({ name, domain }) => ({ name: cutText(name, 100), domain }));

class RenderError extends Error {
  readonly failure: RenderFailure;
  constructor(failure: RenderFailure) {
    super(failure);
    this.failure = failure;
  }
}

/**
 * Renders a page in a context of its own. It never throws: a page that hangs costs its time, and a context
 * that does not close is left to the end of the browser.
 * @returns the document, and whether the browser can be used for another page
 */
export async function renderPage(
  browser: Browser,
  proxy: Pick<GuardedProxy, 'reset' | 'isSpent'>,
  url: string,
  limits: RenderLimits,
): Promise<{ result: RenderResult; isUsable: boolean }> {
  proxy.reset();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new RenderError('timeout')), limits.pageMs);
  const latest = performance.now() + limits.pageMs - spareMs;
  browser.once('disconnected', () => deadline.abort(new RenderError('crashed')));
  let context: BrowserContext | null = null;
  let result: RenderResult;
  try {
    context = await unlessAborted(openContext(browser), deadline.signal);
    const { html, requests, frames } = await unlessAborted(
      renderIn(context, url, { ...limits, latest }, deadline),
      deadline.signal,
    );
    const cookies = await unlessAborted(cookiesOf(context), deadline.signal);
    result = proxy.isSpent()
      ? failed('too_large')
      : { html, failure: null, seen: { requests, cookies }, ...(frames.length > 0 && { frames }) };
  } catch (error) {
    const failure = failureOf(deadline.signal.aborted ? deadline.signal.reason : error);
    result = failed(proxy.isSpent() ? 'too_large' : failure);
  } finally {
    clearTimeout(timer);
  }
  const isClosed = context !== null && (await closesInTime(context));
  // A browser that is gone says so a moment later.
  return { result, isUsable: isClosed && result.failure !== 'crashed' && browser.isConnected() };
}

/** Of an error that is not ours: the address did not answer, or the browser is gone. */
const failureOf = (error: unknown): RenderFailure => {
  if (error instanceof RenderError) return error.failure;
  return /net::ERR_/.test(String(error)) ? 'unreachable' : 'crashed';
};

const failed = (failure: RenderFailure): RenderResult => ({ html: null, failure });

/**
 * A fresh context: no cookies, no storage, no permissions, no downloads, no workers between page and proxy.
 */
async function openContext(browser: Browser): Promise<BrowserContext> {
  const major = browser.version().split('.')[0];
  const context = await browser.newContext({
    acceptDownloads: false,
    serviceWorkers: 'block',
    viewport: { width: 1_280, height: 2_400 },
    userAgent: `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; AppPlatformBot/1.0) Chrome/${major}.0.0.0 Safari/537.36`,
  });
  // Those that are not granted are refused from here on.
  await context.grantPermissions([]);
  await context.addInitScript(withoutDirectChannels);
  return context;
}

async function renderIn(
  context: BrowserContext,
  url: string,
  limits: RenderLimits & { latest: number },
  deadline: AbortController,
): Promise<{ html: string; requests: string[]; frames: FrameDocument[] }> {
  const page = await context.newPage();
  context.on('page', (popup) => void popup.close().catch(() => {}));
  page.on('crash', () => deadline.abort(new RenderError('crashed')));
  dismissDialogs(page);
  const watch = await watchRequests(context, page, url, deadline);
  const answer = await page.goto(url, { waitUntil: 'domcontentloaded', timeout: limits.pageMs });
  if (answer?.request().redirectedFrom()) throw new RenderError('moved');
  if (answer?.status() !== 200) throw new RenderError('status');
  const session = await context.newCDPSession(page);
  const world = await openWorld(session);
  await passTime(limits, deadline.signal);
  const html = await readStableHtml({ world, session }, watch, limits, deadline.signal);
  const { isWantedFrame } = limits;
  const frames = isWantedFrame ? await readFrames(context, page, session, isWantedFrame) : [];
  return { html, requests: watch.requests(), frames };
}

/** An endless row of dialogs stops at a dialog that stays open, until the time of the page is over. */
function dismissDialogs(page: Page): void {
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    if (dialogs <= maxDialogs) void dialog.dismiss().catch(() => {});
  });
}

interface RequestWatch {
  /** Requests without an answer. */
  open(): number;
  /** Hosts and paths so far, each once. */
  requests(): string[];
}

/**
 * Lets the page load its own document once, and what it is made of. A document that scripts or a `refresh`
 * lead to is another page.
 */
async function watchRequests(
  context: BrowserContext,
  page: Page,
  url: string,
  deadline: AbortController,
): Promise<RequestWatch> {
  let isFirst = true;
  let requests = 0;
  let addresses = 0;
  const open = new Set<unknown>();
  const seen = new Set<string>();
  page.on('request', (request) => {
    open.add(request);
    requests += 1;
    addresses += request.url().length;
    const target = URL.parse(request.url());
    if (target?.host && seen.size < maxSeen) seen.add((target.host + target.pathname).slice(0, 200));
    if (requests > maxRequests || addresses > maxAddresses) deadline.abort(new RenderError('too_large'));
  });
  // A document without an address of its own takes no request.
  page.on('framenavigated', (frame) => {
    const isMade = /^(?:about|blob|data):/.test(frame.url());
    if (!isFirst && isMade && frame === page.mainFrame()) deadline.abort(new RenderError('moved'));
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  await context.route('**/*', async (route) => {
    const request = route.request();
    const frame = frameOf(request);
    const isDocument = request.isNavigationRequest() && frame === page.mainFrame();
    const isMove = isDocument && !isFirst;
    if (isMove && withoutFragment(request.url()) !== withoutFragment(url)) deadline.abort(new RenderError('moved'));
    const isRefused = frame?.page() !== page || isMove || needless.has(request.resourceType());
    if (isDocument) isFirst = false;
    await (isRefused ? route.abort('aborted') : route.continue()).catch(() => {});
  });
  return { open: () => open.size, requests: () => [...seen] };
}

/** Frame of a request; null for that of a window that is not there yet. */
const frameOf = (request: Request): Frame | null => {
  try {
    return request.frame();
  } catch {
    return null;
  }
};

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? '';

/** Runs an expression where scripts of the page cannot change what it means. */
type World = (expression: string) => Promise<unknown>;

async function openWorld(session: CDPSession): Promise<World> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  return async (expression) => {
    const { result } = await session.send('Runtime.evaluate', {
      contextId: executionContextId,
      expression,
      returnByValue: true,
    });
    return result.value;
  };
}

/**
 * The document when it changes no more: between two checks without a request under way, or over some checks,
 * as with a page that asks its server again and again.
 */
async function readStableHtml(
  { world, session }: { world: World; session: CDPSession },
  { open }: RequestWatch,
  { checkEveryMs, enoughChecks, maxCharacters }: RenderLimits,
  signal: AbortSignal,
): Promise<string> {
  let last = Number.NaN;
  for (let same = 0; ; ) {
    // Before the size: an answer that comes in between is in the document at the next check only.
    const underWay = open();
    const size = Number(await world('document.documentElement.outerHTML.length'));
    if (size > maxCharacters) throw new RenderError('too_large');
    same = Math.abs(size - last) <= size * noise ? same + 1 : 0;
    last = size;
    if (same >= enoughChecks || (same > 0 && underWay === 0)) break;
    await pause(checkEveryMs, signal);
  }
  // Attributes say what is ticked now: scripts set the property alone.
  await world(tickAttributes);
  await markSubmitListeners(session);
  // It may have grown since.
  const html = await world(
    `{ const html = document.documentElement.outerHTML; html.length > ${maxCharacters} ? null : html; }`,
  );
  if (typeof html !== 'string') throw new RenderError('too_large');
  return `<!doctype html>${html}`;
}

/** Waits for the forms that scripts show late, as far as the time of the page allows it. */
const passTime = ({ lateMs = 0, latest }: RenderLimits & { latest: number }, signal: AbortSignal): Promise<void> => {
  const ms = Math.min(lateMs, latest - performance.now());
  return ms > 0 ? pause(ms, signal) : Promise.resolve();
};

const tickAttributes = `for (const box of document.querySelectorAll('input[type=checkbox i]'))
  box.toggleAttribute('checked', box.checked);`;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  unlessAborted(new Promise((resolve) => setTimeout(resolve, ms)), signal);

const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

const closeMs = 3_000;

/** A page whose scripts never end may hold its context. */
const closesInTime = (context: BrowserContext): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), closeMs);
    context
      .close()
      .then(() => resolve(true))
      .catch(() => resolve(false))
      .finally(() => clearTimeout(timer));
  });
