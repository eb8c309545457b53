import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Database, Tx } from './database.ts';

/** SQL that PostgreSQL plans once for each connection. The name stands for this text and no other. */
export interface Statement {
  name: string;
  text: string;
}

const defined = new Map<string, Statement>();

/** PostgreSQL cuts longer names. */
const maxNameLength = 63;

/** Before a table, `IS DISTINCT FROM x.y` and `extract(epoch FROM x.y)` aside; before a quoted name; before a function. */
const places = [
  /\b(?:INTO|UPDATE|JOIN|FROM) +"?([a-z-]+)"?\./g,
  /'([a-z-]+)\.[a-z_]/g,
  /\bSELECT ([a-z-]+)\.[a-z_]+\(/g,
];
const isOfColumn = (text: string, at: number): boolean =>
  /DISTINCT $|extract\([a-z]+ $/i.test(text.slice(Math.max(0, at - 20), at));

/** The schema that the text of a statement names first; undefined for none. */
function schemaOf(text: string): string | undefined {
  const line = text.replaceAll(/\s/g, ' ');
  for (const place of places)
    for (const match of line.matchAll(place)) if (!isOfColumn(line, match.index)) return match[1];
  return undefined;
}

/**
 * Defines a named statement and registers it, so that a test prepares every one against the migrated schema. The
 * schema of its text, which is the service, comes before the name, so that two services may use one name.
 * @throws Error when the name has another text: a connection would run the text that it prepared first
 */
export function defineStatement({ name, text }: Statement): Statement {
  const schema = schemaOf(text);
  const statement = { name: schema === undefined ? name : `${schema}_${name}`, text };
  const present = defined.get(statement.name);
  if (present && present.text !== text) throw new Error(`two statements are named ${statement.name}`);
  if (statement.name.length > maxNameLength) throw new Error(`the name ${statement.name} is too long`);
  defined.set(statement.name, statement);
  return statement;
}

/** The statements of all modules that this process has loaded. */
export const definedStatements = (): readonly Statement[] => [...defined.values()];

/**
 * Runs a named prepared statement inside a transaction, or on the pool. For the few statements that every
 * purchase or every event goes through: building and planning them again costs more than running them.
 * Statements that one tick of the event loop gives a transaction leave in one write.
 */
export function runStatement<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  db: Database | Tx,
  statement: Statement,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  const client = clientOf(db);
  if (isConnection(client)) corkUntilNextTick(client);
  return client.query<Row>({ ...statement, values });
}

/**
 * The connection of a transaction, or the pool. The one module that reaches through drizzle to what it works
 * on.
 */
export const clientOf = <D extends Database | Tx>(db: D): D extends Tx ? pg.PoolClient : pg.Pool =>
  (db as unknown as { session: { client: D extends Tx ? pg.PoolClient : pg.Pool } }).session.client;

const isConnection = (client: pg.PoolClient | pg.Pool): client is pg.PoolClient => 'connection' in client;

/** Corks the connection until this tick of the event loop has queued its statements. */
export function corkUntilNextTick(client: pg.PoolClient): void {
  const stream = streamOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The socket under a connection of pg. */
export const streamOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
