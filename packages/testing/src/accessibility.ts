import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

let axe: string | undefined;

/**
 * Faults that axe-core finds in the page that is shown: rules of WCAG 2.2 AA and best practices.
 * @returns `rule: html of the first element` for each broken rule; empty without a fault
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(`${axe}; 0`);
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
