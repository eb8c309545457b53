import { parse } from 'yaml';

interface Alert {
  alert?: string;
  annotations?: { runbook_url?: string };
}

/** Parts of each entry, in their order. */
const parts = ['**Means:**', '**Look:**', '**Do:**'];

/** Where the files of the repository are read by default. The chart replaces it by `runbookBaseUrl`. */
export const runbookBaseUrl = 'https://github.com/application-platform/application-platform/blob/main';

/** The path of the runbook in the repository. */
export const runbookPath = 'deploy/runbook.md';

/**
 * Alerts whose link does not lead to their own heading in the runbook, entries that lack a part, and headings of no
 * alert.
 * @param rules text of a file of rules of Prometheus
 * @param runbook text of the runbook
 */
export function runbookViolations(rules: string, runbook: string): string[] {
  const { groups } = parse(rules) as { groups: { rules: Alert[] }[] };
  const alerts = groups.flatMap((group) => group.rules).filter(({ alert }) => alert !== undefined);
  const names = alerts.map(({ alert = '' }) => alert);
  const entries = new Map(
    runbook
      .split(/^## /m)
      .slice(1)
      .map((entry) => [entry.split('\n')[0] ?? '', entry]),
  );
  return [
    ...alerts.flatMap(({ alert = '', annotations }) => {
      const url = `${runbookBaseUrl}/${runbookPath}#${alert.toLowerCase()}`;
      return annotations?.runbook_url === url ? [] : [`${alert}: its runbook_url has to be ${url}`];
    }),
    ...names.filter((name) => !entries.has(name)).map((name) => `${runbookPath} has no heading '## ${name}'`),
    ...[...entries].flatMap(([name, entry]) => {
      if (!names.includes(name)) return [`${runbookPath}: no alert has the name ${name}`];
      const places = parts.map((part) => entry.indexOf(part));
      const isInOrder = places.every((place, at) => place > (places[at - 1] ?? 0));
      return isInOrder ? [] : [`${runbookPath}: ${name} has to have ${parts.join(' ')} in this order`];
    }),
  ];
}
