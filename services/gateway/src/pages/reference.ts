import type { Route } from '@platform/contracts';
import type { Feature } from '@platform/contracts/kit';
import { type Html, html } from './html.ts';
import { documentationPage, type SideLink } from './layout.ts';
import { readApiDocument } from './reference/api-document.ts';
import { operationPage } from './reference/operation-page.ts';

/** The end of the address of a feature's page: `Feature flags` is at `/docs/reference/feature-flags`. */
const slugOf = ({ name }: Feature): string => name.toLowerCase().replaceAll(' ', '-');

const featureAddress = (feature: Feature): string => `/docs/reference/${slugOf(feature)}`;

/** Address of the page of an operation; of an operation without a feature, the list of all. */
export const operationAddress = ({ id, endpoint: { feature } }: Route): string =>
  feature ? `${featureAddress(feature)}/${id}` : '/docs/reference';

/** A row with a link to an operation. */
export function operationRow(route: Route): Html {
  const { method, path, summary } = route.endpoint;
  return html`<li><a href="${operationAddress(route)}"><b class="method">${method}</b> <code>${path}</code>
<span>${summary}</span></a></li>\n`;
}

interface FeatureRoutes {
  feature: Feature;
  routes: Route[];
}

/** The features in the order of the document, each with its operations. */
export function groupByFeature(routes: readonly Route[]): FeatureRoutes[] {
  const features = new Map<string, FeatureRoutes>();
  for (const route of routes) {
    const { feature } = route.endpoint;
    if (!feature) continue;
    const present = features.get(feature.name) ?? { feature, routes: [] };
    present.routes.push(route);
    features.set(feature.name, present);
  }
  return [...features.values()];
}

/**
 * The pages of the reference by their paths: a list of every operation, a page for each feature and one for each
 * operation, made from the document of the API.
 */
export function referencePages(routes: readonly Route[]): Map<string, () => string | Promise<string>> {
  const features = groupByFeature(routes);
  const pages = features.flatMap(({ feature, routes: operations }) => [
    [featureAddress(feature), () => featurePage({ feature, routes: operations }, features)] as const,
    ...operations.map((route) => [operationAddress(route), () => operationPageOf(route, features)] as const),
  ]);
  return new Map<string, () => string | Promise<string>>([
    ['/docs/reference', () => listPage(features, routes.length)],
    ...pages,
  ]);
}

/** Every feature, and the operations of the one that is shown. */
function sideLinks(features: readonly FeatureRoutes[], shown?: Feature, operationId?: string): SideLink[] {
  return features.map(({ feature, routes }) => ({
    address: featureAddress(feature),
    name: feature.name,
    isCurrent: feature === shown && operationId === undefined,
    links:
      feature === shown
        ? routes.map((route) => ({
            address: operationAddress(route),
            name: route.endpoint.summary,
            isCurrent: route.id === operationId,
          }))
        : [],
  }));
}

const listPage = (features: readonly FeatureRoutes[], count: number): string =>
  documentationPage({
    title: 'API reference',
    section: '/docs/reference',
    scripts: ['old-addresses.js'],
    sideLinks: sideLinks(features),
    body: html`<h1>API reference</h1>
<p>${count} operations in ${features.length} features. The document for generators and API tools is
<a href="/v1/openapi.json">/v1/openapi.json</a> (OpenAPI 3.1).</p>
${features.map(
  ({ feature, routes }) => html`<section>
<h2 id="${slugOf(feature)}"><a href="${featureAddress(feature)}">${feature.name}</a></h2>
<p>${feature.description}</p>
<ul class="rows">
${routes.map(operationRow)}</ul>
</section>
`,
)}`,
  });

const featurePage = ({ feature, routes }: FeatureRoutes, features: readonly FeatureRoutes[]): string =>
  documentationPage({
    title: feature.name,
    section: '/docs/reference',
    scripts: ['old-addresses.js'],
    sideLinks: sideLinks(features, feature),
    body: html`<h1>${feature.name}</h1>
<p>${feature.description}</p>
<ul class="rows">
${routes.map(operationRow)}</ul>`,
  });

async function operationPageOf({ id, endpoint }: Route, features: readonly FeatureRoutes[]): Promise<string> {
  const document = await readApiDocument();
  const operation = document.operations.find((written) => written.id === id);
  if (!operation) throw new Error(`the document of the API has no operation ${id}: run make openapi`);
  return operationPage(operation, document, sideLinks(features, endpoint.feature ?? undefined, id));
}
