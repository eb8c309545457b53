import { expect } from '@jest/globals';
import { accessibilityFaults, publicationOf } from '@platform/testing';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { createApp } from '../src/app-server.ts';
import { appSettings } from '../src/app-settings.ts';
import { type DemoPage, openDemoPage } from '../src/demo-pages.ts';
import { ok } from './front-door.ts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';

/** A platform with the demo application, and what administrators do meanwhile. */
export interface AppWorld {
  t: TestPlatform;
  url: string;
  /** Publishes a new version of the terms. */
  publishTerms(): Promise<void>;
  /** Answers the newest ticket of all. */
  answerTicket(message: string): Promise<void>;
  /** A license key of the plan for life. */
  licenseKey(): Promise<string>;
  stop(): Promise<void>;
}

export async function startAppWorld(): Promise<AppWorld> {
  const page: DemoPage = await openDemoPage('0', 0);
  const t = await startTestPlatform({ appUrl: page.url });
  const { baseUrl, demo } = t;
  const settings = { baseUrl, publicUrl: baseUrl, authority: t.sandboxes.idp.issuer, application: demo };
  page.show(createApp(await appSettings(settings), page.url));
  const admin = t.client(await t.adminHeaders());
  const { application_id } = demo;
  const terms = { owner_type: 'application' as const, owner_id: application_id, kind: 'terms_notes' };
  return {
    t,
    url: page.url,
    async publishTerms() {
      const { title, body } = ok(await admin.getLegalDraft({ params: terms }));
      const draft = ok(await admin.saveLegalDraft({ params: terms, body: { title, body: `${body}\n\nMore.` } }));
      ok(await admin.publishLegalDocument({ params: terms, ...publicationOf(draft) }));
    },
    async answerTicket(message) {
      const [ticket] = ok(await admin.listTickets({ query: { limit: 1 } }));
      ok(await admin.answerTicket({ params: { ticket_id: ticket?.id ?? '' }, body: { message } }));
    },
    async licenseKey() {
      const body = { plan_code: 'lifetime', quantity: 1, batch_name: 'demo app' };
      return ok(await admin.issueLicenseKeys({ params: { application_id }, body })).keys[0]?.key ?? '';
    },
    async stop() {
      await page.close(0);
      await t.stop();
    },
  };
}

export interface Appearance {
  colorScheme: 'light' | 'dark';
  width: number;
  locale: string;
}

/** A person at a keyboard, in a browser of their own. Every page is watched for faults. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Presses Tab until the element has the focus, which has to be visible there. */
  reach(target: Locator): Promise<void>;
  /** Reaches it and presses a key. */
  press(target: Locator, key?: 'Enter' | 'Space' | 'ArrowDown' | 'ArrowUp'): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** Fails for a serious violation of accessibility, a page that scrolls sideways, and each fault so far. */
  inspect(state: string): Promise<void>;
  /** Refusals of the platform so far, as `status path`, each once. */
  refusals(): string[];
}

/** Runs in the page before its own scripts. */
const watching = `
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error('the policy refuses ' + event.blockedURI + ' of ' + event.violatedDirective);
  });
  // The dialog of the browser would wait for a person.
  window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
`;
const sidewaysPixels = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const maxTabs = 80;

export async function openVisitor(browser: Browser, { colorScheme, width, locale }: Appearance): Promise<Visitor> {
  const context = await browser.newContext({
    colorScheme,
    locale,
    viewport: { width, height: 800 },
    reducedMotion: colorScheme === 'dark' ? 'reduce' : 'no-preference',
  });
  const faults: string[] = [];
  const refusals = new Set<string>();
  await context.addInitScript({ content: watching });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // Refusals and the missing network are looked at by what they are for.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) faults.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) refusals.add(`${response.status()} ${new URL(response.url()).pathname}`);
  });

  const hasFocus = (target: Locator) => target.evaluate((element) => element === element.ownerDocument.activeElement);
  const reach = async (target: Locator) => {
    await target.waitFor();
    for (let pressed = 0; !(await hasFocus(target)); pressed += 1) {
      if (pressed > maxTabs) throw new Error(`Tab does not reach ${target}`);
      await page.keyboard.press('Tab');
    }
    const outline = await target.evaluate(
      (element) => element.ownerDocument.defaultView?.getComputedStyle(element).outlineStyle,
    );
    expect([String(target), outline]).not.toEqual([String(target), 'none']);
  };
  return {
    context,
    page,
    reach,
    async press(target, key = 'Enter') {
      await reach(target);
      await page.keyboard.press(key);
    },
    async type(target, text) {
      await reach(target);
      await page.keyboard.type(text);
    },
    async inspect(state) {
      const violations = await accessibilityFaults(page);
      const sideways = await page.evaluate(sidewaysPixels);
      expect({ state, violations, sideways, faults }).toEqual({ state, violations: [], sideways: 0, faults: [] });
    },
    refusals: () => [...refusals].sort(),
  };
}
