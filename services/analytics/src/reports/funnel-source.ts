import { factSteps } from '@platform/contracts';
import { defineStatement, runStatement, type Statement, type Tx } from '@platform/runtime';

/** Writes a statement for so many names of steps, over the rows of a FROM clause. */
export type StatementOver = (names: number, rows: string) => Statement;

/**
 * Rows of an application: `$1`, `$3` and `$4` the range, `$5` the end of the last window, `$2` the names of the
 * steps.
 */
const stepEvents =
  'FROM analytics.events WHERE application_id = $1 AND occurred_at >= $3 AND occurred_at < $5 AND event = ANY($2)';
/** The same where other names were merged into those of the steps. */
const mergedEvents = `FROM (
    SELECT user_id, occurred_at, platform, app_version, country_code, coalesce(n.merged_into, e.event) AS event
    FROM analytics.events AS e LEFT JOIN analytics.event_names AS n ON n.application_id = e.application_id AND n.event = e.event
    WHERE e.application_id = $1 AND e.occurred_at >= $3 AND e.occurred_at < $5 AND e.event = ANY(ARRAY(
      SELECT unnest($2::text[]) UNION ALL SELECT event FROM analytics.event_names WHERE application_id = $1 AND merged_into = ANY($2)
    ))
  ) AS events`;

type FactStep = (typeof factSteps)[number];
interface Fact {
  table: string;
  moment: string;
  platform?: string;
  country_code?: string;
  condition?: string;
}

/** Where the services announced each fact: no client can make one up. */
const facts: Record<FactStep, Fact> = {
  'payment:succeeded': { table: 'payments', moment: 'succeeded_at' },
  'user:registered': { table: 'users', moment: 'registered_at', platform: 'platform', country_code: 'country_code' },
  'entitlement:granted': { table: 'grants', moment: 'granted_at' },
  'license:activated': { table: 'grants', moment: 'granted_at', condition: "source = 'license'" },
};

const isFact = (step: string): step is FactStep => step in facts;

/** A fact that is no step is not read: its name is not in `$2`. */
const factRows = Object.entries(facts).map(
  ([name, { table, moment, platform = 'NULL', country_code = 'NULL', condition = 'true' }]) => `
    SELECT user_id, ${moment} AS occurred_at, ${platform}::text AS platform, NULL::text AS app_version,
      ${country_code}::text AS country_code, '${name}' AS event
    FROM analytics.${table}
    WHERE '${name}' = ANY($2::text[]) AND application_id = $1 AND ${moment} >= $3 AND ${moment} < $5 AND ${condition}`,
);
const factNames = factSteps.map((name) => `'${name}'`).join(', ');

/** Events and facts as one list. A client event that is called as a fact is none. */
const withFacts = (events: string): string => `FROM (
    SELECT * FROM (SELECT user_id, occurred_at, platform, app_version, country_code, event ${events}) AS sent
    WHERE event NOT IN (${factNames})
    UNION ALL ${factRows.join(' UNION ALL ')}
  ) AS events`;

const readMerges = defineStatement({
  name: 'read_merges_of_steps',
  text: `SELECT event, merged_into FROM analytics.event_names
         WHERE application_id = $1 AND merged_into IS NOT NULL AND (event = ANY($2) OR merged_into = ANY($2))`,
});

/**
 * The steps under the names that events count under since merges, and how to read them: without a merge of
 * their names and without a fact from the index of events alone.
 */
export async function chooseSource(
  tx: Tx,
  applicationId: string,
  askedSteps: readonly string[],
): Promise<{ steps: string[]; statementOf(statement: StatementOver, names: number): Statement }> {
  const eventSteps = askedSteps.filter((step) => !isFact(step));
  const { rows } = await runStatement<{ event: string; merged_into: string }>(tx, readMerges, [
    applicationId,
    eventSteps,
  ]);
  const merges = new Map(rows.map(({ event, merged_into }) => [event, merged_into]));
  const steps = askedSteps.map((step) => (isFact(step) ? step : (merges.get(step) ?? step)));
  const [events, suffix] = merges.size === 0 ? [stepEvents, ''] : [mergedEvents, '_merged'];
  const hasFacts = eventSteps.length < askedSteps.length;
  const statementOf = (statement: StatementOver, names: number): Statement => {
    const { name, text } = statement(names, hasFacts ? withFacts(events) : events);
    return { name: `${name}${suffix}${hasFacts ? '_facts' : ''}`, text };
  };
  return { steps, statementOf };
}

const readKnownNames = defineStatement({
  name: 'read_known_names_of_steps',
  text: `SELECT name FROM unnest($2::text[]) AS name
         WHERE EXISTS (SELECT FROM analytics.event_names AS n WHERE n.application_id = $1 AND n.event = name)
         OR EXISTS (SELECT FROM analytics.events AS e WHERE e.application_id = $1 AND e.event = name)`,
});

/** Steps that are facts, names in the list of the application, or names of stored events. */
export async function findKnownSteps(tx: Tx, applicationId: string, steps: readonly string[]): Promise<Set<string>> {
  const names = [...new Set(steps)].filter((step) => !isFact(step));
  const { rows } = await runStatement<{ name: string }>(tx, readKnownNames, [applicationId, names]);
  return new Set([...steps.filter(isFact), ...rows.map(({ name }) => name)]);
}
