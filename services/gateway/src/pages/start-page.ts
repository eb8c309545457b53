import type { Route } from '@platform/contracts';
import { type Guides, guideLists } from './guides.ts';
import { html } from './html.ts';
import { documentationPage } from './layout.ts';
import { groupByFeature } from './reference.ts';

/** The first page of the documentation: the guides, and every feature with its page in the reference. */
export async function startPage(routes: readonly Route[], guides: Guides): Promise<string> {
  return documentationPage({
    title: 'Documentation',
    section: '/docs',
    scripts: ['old-addresses.js'],
    body: html`<h1>Documentation</h1>
<p>A backend for apps and landing pages: consents, plans, payments, entitlements, sites, audits and social channels.
The platform has no administration interface: administrators work with the API, from programs and from a shell.</p>
${await guideLists(guides)}
<h2 id="features">Features</h2>
<ul class="cards">
${groupByFeature(routes).map(
  ({ feature, routes: operations }) =>
    html`<li><a href="/docs/reference/${feature.name.toLowerCase().replaceAll(' ', '-')}">${feature.name}</a>
<p class="about">${feature.description} ${operations.length} operations.</p></li>\n`,
)}</ul>`,
  });
}
