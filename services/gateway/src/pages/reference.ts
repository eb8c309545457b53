import type { Route } from '@platform/contracts';
import type { Feature } from '@platform/contracts/kit';
import { type Html, html } from './html.ts';
import { documentationPage, searchField } from './layout.ts';

/** The end of the address of a feature's page: `Feature flags` is at `/docs/reference/feature-flags`. */
const slugOf = ({ name }: Feature): string => name.toLowerCase().replaceAll(' ', '-');

/** Address of an operation, in the form that Swagger UI reads. */
const addressOf = (feature: Feature, id: string): string =>
  `/docs/reference/${slugOf(feature)}#/${encodeURIComponent(feature.name)}/${id}`;

/** A row with a link to an operation. `data-words` has additional search words. */
export function operationRow({ id, endpoint }: Route): Html {
  const { method, path, summary, feature } = endpoint;
  const name = html`<b class="method">${method}</b> <code>${path}</code> <span>${summary}</span>`;
  const words = `${id} ${feature?.name ?? ''}`;
  return html`<li data-words="${words}">${feature ? html`<a href="${addressOf(feature, id)}">${name}</a>` : name}</li>\n`;
}

/**
 * The pages of the reference by their paths: an index with every operation, and for each feature a page that
 * Swagger UI fills from the part of `/v1/openapi.json` that it needs.
 */
export function referencePages(routes: readonly Route[]): Map<string, () => string> {
  const features = new Map<string, { feature: Feature; routes: Route[] }>();
  for (const route of routes) {
    const { feature } = route.endpoint;
    if (!feature) continue;
    const present = features.get(feature.name) ?? { feature, routes: [] };
    present.routes.push(route);
    features.set(feature.name, present);
  }
  return new Map([
    ['/docs', () => indexPage([...features.values()], routes.length)] as const,
    ...[...features.values()].map(
      ({ feature }) => [`/docs/reference/${slugOf(feature)}`, () => featurePage(feature)] as const,
    ),
  ]);
}

const indexPage = (features: readonly { feature: Feature; routes: Route[] }[], count: number): string =>
  documentationPage({
    title: 'API reference',
    section: '/docs',
    scripts: ['search.js'],
    body: html`<h1>API reference</h1>
<p>${count} operations in ${features.length} features. The document for generators is
<a href="/v1/openapi.json">/v1/openapi.json</a> (OpenAPI 3.1).</p>
${searchField('Search operations', 'operations')}
<div id="operations">
${features.map(
  ({ feature, routes }) => html`<section>
<h2 id="${slugOf(feature)}"><a href="/docs/reference/${slugOf(feature)}">${feature.name}</a></h2>
<p>${feature.description}</p>
<ul class="rows">
${routes.map(operationRow)}</ul>
</section>
`,
)}</div>`,
  });

const featurePage = (feature: Feature): string =>
  documentationPage({
    title: feature.name,
    section: '/docs',
    hasMain: true,
    styles: ['swagger-ui.css'],
    scripts: ['swagger-ui-bundle.js', 'reference.js'],
    body: html`<h1>${feature.name}</h1>
<p>${feature.description} <a href="/docs">All features, with a search</a></p>
<div id="reference" data-feature="${feature.name}"></div>`,
  });
