import { type GuardedProxy, type GuardedProxyOptions, openGuardedProxy } from '@platform/runtime';
import { type Chromium, launchChromium, type Sandbox } from './launch-chromium.ts';
import { type RenderLimits, type RenderResult, renderPage } from './render-page.ts';
import { watchMemory } from './watch-memory.ts';

/** A browser for the pages of one scan. */
export interface Renderer {
  /**
   * Renders a page; one at a time.
   * @param wants least time that its scripts get within the time of a page, and the frames that are read too
   * @throws Error when Chromium does not start, and after `close`
   */
  render(url: string, wants?: Pick<RenderLimits, 'lateMs' | 'isWantedFrame'>): Promise<RenderResult>;
  /** Ends the browser with all its processes. */
  close(): Promise<void>;
  /** Hosts with ports that the guard refused the last page, the first hundred. */
  refused(): string[];
  /** Process group of the browser; null without one. */
  readonly pid: number | null;
}

/** Limits of a page, and of the browser. */
export interface RenderingLimits extends Omit<RenderLimits, 'lateMs' | 'isWantedFrame'> {
  /** Least time of a page that may show a form late, in milliseconds. */
  lateFormMs: number;
  /** The same of all pages of a scan together. */
  lateFormsMs: number;
  /** Bytes that a page may bring. */
  maxBytes: number;
  /** Bytes of memory of its own that the browser may take. */
  maxMemory: number;
  sandbox: Sandbox;
}

export interface RendererOptions extends RenderingLimits, Pick<GuardedProxyOptions, 'allowedHosts' | 'lookup'> {
  /** Path of Chromium. */
  path: string;
}

export const renderLimits: RenderingLimits = {
  pageMs: 15_000,
  checkEveryMs: 500,
  enoughChecks: 4,
  maxCharacters: 10 * 1_048_576,
  maxBytes: 10 * 1_048_576,
  maxMemory: 1_024 * 1_048_576,
  sandbox: 'required',
  lateFormMs: 6_000,
  lateFormsMs: 60_000,
};

/** Opens a renderer; Chromium starts with the first page, and again after a crash. */
export async function openRenderer(options: RendererOptions): Promise<Renderer> {
  const proxy: GuardedProxy = await openGuardedProxy(options);
  let chromium: Promise<Chromium> | null = null;
  let pid: number | null = null;
  let isClosed = false;

  const launch = async (): Promise<Chromium> => {
    const launched = await launchChromium(options.path, proxy, options.sandbox);
    pid = launched.pid;
    watchMemory(launched, options.maxMemory);
    return launched;
  };
  const drop = async (): Promise<void> => {
    const dropped = chromium;
    chromium = null;
    await (await dropped?.catch(() => null))?.end();
    pid = null;
  };

  return {
    get pid() {
      return pid;
    },
    refused: () => proxy.refused(),
    async render(url, wants = {}) {
      if (isClosed) throw new Error('the renderer is closed');
      chromium ??= launch();
      const { browser } = await chromium.catch(async (error: unknown) => {
        chromium = null;
        throw error;
      });
      const { result, isUsable } = await renderPage(browser, proxy, url, { ...options, ...wants });
      if (!isUsable) await drop();
      return result;
    },
    async close() {
      isClosed = true;
      await drop();
      await proxy.close();
    },
  };
}
