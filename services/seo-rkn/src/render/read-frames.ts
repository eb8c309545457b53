import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';

/** A document in a frame of a page, as scripts left it. */
export interface FrameDocument {
  url: string;
  html: string;
}

const maxFrames = 5;
const maxCharacters = 500_000;
/** A frame whose scripts never end costs this time, in milliseconds. */
const frameMs = 2_000;

/**
 * Documents of the frames of a page that a caller wants. A frame that does not answer, or that is too large, is left
 * out.
 * @param isWanted chooses by the address of a frame
 */
export async function readFrames(
  context: BrowserContext,
  page: Page,
  session: CDPSession,
  isWanted: (url: string) => boolean,
): Promise<FrameDocument[]> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame() && isWanted(frame.url()));
  const documents: FrameDocument[] = [];
  for (const frame of frames.slice(0, maxFrames)) {
    const html = await inTime(readFrame(context, session, frame));
    if (html !== null) documents.push({ url: frame.url(), html });
  }
  return documents;
}

async function readFrame(context: BrowserContext, session: CDPSession, frame: Frame): Promise<string | null> {
  // A frame of another site has a process, and a session, of its own.
  const own = await context.newCDPSession(frame).catch(() => null);
  const frameSession = own ?? session;
  const { frameTree } = await frameSession.send('Page.getFrameTree');
  const frameId =
    own === null
      ? frameTree.childFrames?.find((child) => child.frame.url === withoutFragment(frame.url()))?.frame.id
      : frameTree.frame.id;
  if (frameId === undefined) return null;
  const { executionContextId } = await frameSession.send('Page.createIsolatedWorld', { frameId });
  const { result } = await frameSession.send('Runtime.evaluate', {
    contextId: executionContextId,
    expression: `{ const html = document.documentElement.outerHTML; html.length > ${maxCharacters} ? null : html; }`,
    returnByValue: true,
  });
  return typeof result.value === 'string' ? `<!doctype html>${result.value}` : null;
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? '';

const inTime = (reading: Promise<string | null>): Promise<string | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), frameMs);
  });
  return Promise.race([reading.catch(() => null), late]).finally(() => clearTimeout(timer));
};
