import { exampleOf, platform, type Route, RuleLocale, routeTable } from '@platform/contracts';
import { isAdminRead } from '@platform/contracts/kit';
import { z } from 'zod';
import type { Examples } from './example-values.ts';

/** Growth limits of the classes; a report is measured without one. */
export const limits = { user: 1.5, list: 3, report: null } as const;
export type GrowthClass = keyof typeof limits;

/** Whose headers a request has. */
export type Credential = 'user' | 'admin' | 'site' | 'application' | 'none';

/** One request whose time is compared over the sizes. */
export interface ReadCase {
  id: string;
  service: string;
  growth: GrowthClass;
  credential: Credential;
  path: string;
  /** Of a search, which is a POST. */
  body?: Record<string, unknown>;
}

/** Fields that choose a page, the format or the language of an answer, and no rows. */
const shapes = ['limit', 'cursor', 'page', 'format', 'style', 'include'];
const isLanguage = (schema: z.ZodType): boolean =>
  RuleLocale.options.every((locale) => schema.safeParse(locale).success) && !schema.safeParse('de').success;

/**
 * Reads that need more than a row, such as a token of a mail or of a provider. The receipt of a site is the
 * same read as that of an application, and no site has generated people.
 */
const unmeasured = [
  'getSiteConsentReceipt',
  'showConfirmation',
  'showUnsubscription',
  'openAttachment',
  'openSocialCover',
  'finishGoogleSearch',
  'finishYandexSearch',
  'startSocialOauth',
  'finishSocialOauth',
  'verifySocialWebhook',
  // The demo has no work plan, no icon and no checked document of its application, and its file is elsewhere.
  'getSeoWorkPlan',
  'getSeoWorkPlanMarkdown',
  'getAsset',
  'getApplicationDocumentCheck',
  'openLatestDownload',
  // The archive of a whole site is read from end to end: 0.5 ms for each text.
  'exportSite',
];

/**
 * Reads of a whole, or a filter of one, whose work follows its size by design: all addresses of a site, the
 * tree and the tags of all its texts, groups of all its faults, its open findings by the law (1,000 at most),
 * the posts of a period of a brand. The answers of public ones are in memory until their site changes.
 */
const wholes = [
  'readSitemap',
  'readTree',
  'readTags',
  'readCategories',
  'readAuthors',
  'readRemovedTexts',
  'readPopularArticles',
  'readRedirects',
  'listSeoIssues group_by',
  'getLatestRknScan',
  'getSocialAttribution',
  'readSocialDashboard',
  'readSocialCalendar',
];

const reads: Route[] = routeTable(platform).filter(
  ({ id, endpoint }) => (endpoint.method === 'GET' || endpoint.search === true) && !unmeasured.includes(id),
);

/** Filters that are asked for together, beside each one alone: all with their first value, and with their second. */
const combined: Record<string, readonly (readonly string[])[]> = {
  listUsers: [
    ['entitlement_code', 'expires_from', 'expires_until'],
    ['plan_code', 'acquisition_source'],
    ['plan_code', 'access', 'created_from'],
    ['acquisition_source', 'created_from', 'created_until'],
  ],
  searchUsers: [
    ['display_name', 'entitlement_code'],
    ['display_name', 'acquisition_source', 'created_from'],
  ],
  listPayments: [
    ['status', 'created_from'],
    ['status', 'created_until'],
    ['plan_code', 'created_until'],
    ['status', 'plan_code', 'created_from', 'created_until'],
  ],
};

/**
 * Every read of the platform: user paths and public reads as they are called, administrators' lists without a
 * filter, with each filter alone and with each value of it. It follows from the contracts, so a new endpoint
 * or filter is measured without an edit.
 * @param userExamples values of the path of the measured user
 */
export function readCases(examples: Examples, userExamples: Examples): ReadCase[] {
  return reads.flatMap((route) => {
    const { endpoint } = route;
    if (isAdminRead(endpoint)) return adminCases(route, examples);
    const credential = credentialOf(route);
    return credential === null
      ? []
      : [caseOf(route, credential, { ...examples, ...userExamples }, requiredOf(route, examples))];
  });
}

/** Null for the twin of a public read of a site that takes the key of its application. */
function credentialOf({ endpoint: { auth, path } }: Route): Credential | null {
  if (path.includes('{app_code}/sites/{site_code}')) return null;
  if (auth === 'site_key') return 'site';
  if (auth === 'key' || auth === 'application' || auth === 'user_or_key') return 'application';
  return auth === 'admin' || auth === 'none' ? auth : 'user';
}

/** A read whose work follows the length of its range by design: its contract gives it time. */
const isReport = ({ id, service, endpoint }: Route, filter = ''): boolean =>
  wholes.includes(id) ||
  wholes.includes(`${id} ${filter}`) ||
  (endpoint.statementSeconds !== undefined && (service === 'analytics' || !endpoint.paginated));

const growthOf = (route: Route, filter?: string): GrowthClass =>
  isReport(route, filter) ? 'report' : isAdminRead(route.endpoint) ? 'list' : 'user';

type Field = [name: string, schema: z.ZodType];
const queryOf = ({ endpoint }: Route): Field[] => {
  const input = endpoint.search ? endpoint.body : endpoint.query;
  return Object.entries((input as z.ZodObject | undefined)?.shape ?? {}) as Field[];
};

/** Required fields of a query with a value each. */
const requiredOf = (route: Route, examples: Examples): Record<string, string> =>
  Object.fromEntries(
    queryOf(route)
      .filter(([, schema]) => !schema.safeParse(undefined).success)
      .map(([name, schema]) => [name, valuesOf(route, [name, schema], examples)[0] ?? '']),
  );

function adminCases(route: Route, examples: Examples): ReadCase[] {
  const required = requiredOf(route, examples);
  const fields = queryOf(route);
  const filters = fields.filter(
    ([name, schema]) => !shapes.includes(name) && !(name in required) && !isLanguage(schema),
  );
  const chosenOneByOne = fields.flatMap((field): [string, { value: string; at: number }[]][] => {
    const [name] = field;
    const values = valuesOf(route, field, examples).map((value, at) => ({ value, at }));
    if (filters.includes(field)) return [[name, values]];
    // The first value of a required filter is in every case.
    return name in required && !isReport(route) ? [[name, values.slice(1)]] : [];
  });
  return [
    caseOf(route, 'admin', examples, required),
    ...chosenOneByOne.flatMap(([name, values]) =>
      values.map(({ value, at }) => {
        const query = { ...required, ...companionsOf(route, name, value), [name]: value };
        const { id, ...readCase } = caseOf(route, 'admin', examples, query);
        return { ...readCase, id: `${id} ${name}=${shownAs(value, at)}`, growth: growthOf(route, name) };
      }),
    ),
    ...combinedCases(route, filters, examples),
  ];
}

/** @throws Error for a filter that the endpoint does not have */
function combinedCases(route: Route, filters: readonly Field[], examples: Examples): ReadCase[] {
  const required = requiredOf(route, examples);
  return (combined[route.id] ?? []).flatMap((names) => {
    const chosen = names.map((name): [string, readonly string[]] => {
      const field = filters.find(([filter]) => filter === name);
      if (!field) throw new Error(`${route.id} has no filter ${name}`);
      return [name, valuesOf(route, field, examples)];
    });
    return [0, 1].map((at): ReadCase => {
      const values = chosen.map(([name, each]) => [name, each[at] ?? each.at(-1) ?? '']);
      const query = { ...required, ...Object.fromEntries(values) };
      return { ...caseOf(route, 'admin', examples, query), id: `${route.id} ${names.join('+')} #${at + 1}` };
    });
  });
}

const dayMs = 86_400_000;

/** What ends a report needs what begins it, and what begins after now needs an end. */
function companionsOf({ service }: Route, name: string, value: string): Record<string, string> {
  if (service !== 'analytics') return {};
  const shiftedBy = (ms: number) =>
    new Date(Math.max(0, Date.parse(value) + ms)).toISOString().slice(0, value.length === 10 ? 10 : 24);
  if (name === 'to') return { from: shiftedBy(-30 * dayMs) };
  return name === 'from' && Date.parse(value) > Date.now() ? { to: shiftedBy(dayMs) } : {};
}

/** Examples of a field: of the endpoint, of the resource that it names, of its service, of its name. */
function examplesOf({ id, service }: Route, [name, schema]: Field, examples: Examples): readonly string[] | undefined {
  const resource = schema.meta()?.resource as string | undefined;
  const names = [`${id}.${name}`, ...(resource === undefined ? [] : [resource]), `${service}.${name}`, name];
  return names.map((each) => examples[each]).find((values) => values !== undefined);
}

/**
 * What a filter is measured with: examples of the data, each choice of an enumeration, or the contract's
 * example.
 */
function valuesOf(route: Route, [name, schema]: Field, examples: Examples): readonly string[] {
  const values = (examplesOf(route, [name, schema], examples) ?? []).filter((value) => schema.safeParse(value).success);
  if (values.length > 0) return values;
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { enum?: unknown[] };
  return (json.enum ?? [exampleOf(schema, 'input')]).map(String);
}

/** Ids, codes and moments differ between the sizes; the position among the examples does not. */
const shownAs = (value: string, at: number): string => (/\d{4}|-/.test(value) ? `#${at + 1}` : value);

/** Values of a search as its body has them: a boolean is no text there. */
const bodyOf = (route: Route, query: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    queryOf(route).flatMap(([name, schema]) => {
      const value = query[name];
      if (value === undefined) return [];
      return [[name, schema.safeParse(value).success ? value : JSON.parse(value)]];
    }),
  );

function caseOf(route: Route, credential: Credential, examples: Examples, query: Record<string, string>): ReadCase {
  const { id, service, endpoint } = route;
  const params = (endpoint.params?.shape ?? {}) as Record<string, z.ZodType>;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = examplesOf(route, [name, params[name] ?? z.string()], examples)?.[0];
    if (value === undefined) throw new Error(`${id}: the generated data has no ${name}`);
    return encodeURIComponent(value);
  });
  const shared = { id, service, growth: growthOf(route), credential };
  if (endpoint.search) return { ...shared, path, body: bodyOf(route, query) };
  const queryText = new URLSearchParams(query).toString();
  return { ...shared, path: queryText === '' ? path : `${path}?${queryText}` };
}
