import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { serviceNames } from '@platform/contracts';
import { gatewayService, services } from '@platform/embedded';
import { collectProcessMetrics, createMetrics, withOwnMetrics } from '@platform/runtime';
import { parse } from 'yaml';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const promtool = (...args: string[]): string =>
  execFileSync('promtool', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const rules = 'deploy/prometheus/rules/platform.yml';

interface Rule {
  alert?: string;
  expr: string;
}
const allRules = (): Rule[] =>
  (parse(read(rules)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const alertsOf = (): string[] => allRules().flatMap(({ alert }) => alert ?? []);

const dashboards = readdirSync(new URL('deploy/grafana/dashboards/', root));

/**
 * Names of every series that a process of the platform reports, and what Prometheus makes of them by itself.
 */
function reportedSeries(): Set<string> {
  const metrics = createMetrics();
  collectProcessMetrics(metrics);
  for (const { metrics: declare } of [gatewayService, ...services]) if (declare) withOwnMetrics(metrics, declare);
  const names = new Set(['up']);
  for (const metric of metrics.registry.getMetricsAsArray()) {
    names.add(metric.name);
    for (const suffix of ['_bucket', '_count', '_sum']) names.add(`${metric.name}${suffix}`);
  }
  return names;
}

/** Metric names in an expression: words before a selector, a range or the end that are no functions. */
const seriesIn = (expression: string): string[] =>
  [
    ...expression
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)|"[^"]*"/g, ' ')
      .matchAll(/[a-z][a-z0-9_:]*(?!\w*\s*\()/g),
  ]
    .map(([name]) => name)
    .filter((name) => name.includes('_') || name === 'up');

const functions = new Set(['histogram_quantile', 'min_over_time']);
const unknownIn = (expression: string, known: ReadonlySet<string>): string[] =>
  seriesIn(expression).filter((name) => !functions.has(name) && !known.has(name));

describe('alerts', () => {
  test('promtool accepts the rules and the configuration', () => {
    expect(promtool('check', 'rules', rules)).toContain('SUCCESS');
    expect(promtool('check', 'config', '--syntax-only', 'deploy/prometheus/prometheus.yml')).toContain('SUCCESS');
  });

  test('they fire when they should, and not before', () => {
    expect(promtool('test', 'rules', 'deploy/prometheus/rules.test.yml')).toContain('SUCCESS');
  });

  test('each of them is tried', () => {
    const tried = new Set(
      [...read('deploy/prometheus/rules.test.yml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name),
    );
    expect(alertsOf().length).toBeGreaterThan(10);
    expect(alertsOf().filter((alert) => !tried.has(alert))).toEqual([]);
  });

  test('a service without any process is missed, whichever it is', () => {
    const { scrape_configs } = parse(read('deploy/prometheus/prometheus.yml')) as {
      scrape_configs: { static_configs: { labels: { app: string } }[] }[];
    };
    const scraped = scrape_configs.flatMap(({ static_configs }) => static_configs.map(({ labels }) => labels.app));
    const services = serviceNames.toSorted();
    expect(scraped.sort()).toEqual(services);
    const down = allRules().find(({ alert }) => alert === 'ServiceIsDown')?.expr ?? '';
    const missed = [...down.matchAll(/absent\(up\{job="platform",app="([\w-]+)"\}\)/g)].map(([, app]) => app);
    expect(missed.sort()).toEqual(services);
  });

  test('ask only for what the platform reports', () => {
    const expressions = allRules().map(({ expr }) => expr);
    expect(expressions.length).toBeGreaterThan(10);
    expect(expressions.flatMap((expression) => unknownIn(expression, reportedSeries()))).toEqual([]);
    expect(unknownIn('rate(http_answers_total[5m])', reportedSeries())).toEqual(['http_answers_total']);
  });

  test('the runbook asks only for what the platform reports', () => {
    const queries = [...read('deploy/runbook.md').matchAll(/`([^`]*)`/g)]
      .map(([, query = '']) => query.replaceAll(/\s+/g, ' '))
      .filter((query) => /\b(?:rate|sum by|topk)\b/.test(query));
    expect(queries.length).toBeGreaterThan(5);
    expect(queries.flatMap((query) => unknownIn(query, reportedSeries()))).toEqual([]);
  });
});

interface Dashboard {
  templating: { list: { name: string; type: string }[] };
  panels: { title: string; type: string; datasource?: Source; targets?: { expr: string; datasource: Source }[] }[];
}
interface Source {
  uid: string;
}
const dashboardOf = (file: string) => JSON.parse(read(`deploy/grafana/dashboards/${file}`)) as Dashboard;

/** Recorded series of the rules, which no panel needs to show a second time. */
const isRecorded = (name: string): boolean => name.includes(':');

describe('dashboards', () => {
  test.each(dashboards)('%s shows only what the platform reports', (file) => {
    const expressions = dashboardOf(file).panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(5);
    expect(expressions.flatMap((expression) => unknownIn(expression, reportedSeries()))).toEqual([]);
  });

  test.each(dashboards)('%s takes its data source, namespace and service from its variables', (file) => {
    const { templating, panels } = dashboardOf(file);
    expect(templating.list.map(({ name, type }) => [name, type])).toEqual([
      ['datasource', 'datasource'],
      ['namespace', 'query'],
      ['service', 'query'],
    ]);
    const drawn = panels.filter(({ type }) => type !== 'row');
    const sources = drawn.flatMap(({ datasource, targets = [] }) => [
      datasource,
      ...targets.map((one) => one.datasource),
    ]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Grafana.
    expect([...new Set(sources.map((source) => source?.uid))]).toEqual(['${datasource}']);
    const selectors = drawn.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr }) =>
        seriesIn(expr)
          .filter((name) => !functions.has(name))
          .map((name) => [title, new RegExp(`\\b${name}\\{([^}]*)\\}`).exec(expr)?.[1] ?? ''] as const),
      ),
    );
    expect(selectors.filter(([, selector]) => !selector.includes('namespace=~"$namespace"'))).toEqual([]);
    expect(selectors.filter(([, selector]) => !/service="|app=~"\$service"/.test(selector))).toEqual([]);
  });

  test('every series of an alert is on a dashboard', () => {
    const shown = new Set(
      dashboards.flatMap((file) =>
        dashboardOf(file).panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => seriesIn(expr))),
      ),
    );
    const alerted = allRules()
      .filter(({ alert }) => alert !== undefined && alert !== 'ServiceIsDown')
      .flatMap(({ expr }) => seriesIn(expr));
    const hidden = alerted.filter((name) => !shown.has(name) && !functions.has(name) && !isRecorded(name));
    expect(hidden).toEqual([]);
  });
});
