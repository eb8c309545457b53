import pg from 'pg';

export const migratorRole = 'platform_migrator';

export interface BootstrapOptions {
  superuserUrl: string;
  database: string;
  services: readonly string[];
  /** Password of a role: of {@link migratorRole}, or of a service by its name. An empty one is refused. */
  passwordOf(role: string): string;
}

/**
 * Prepares a PostgreSQL server for the platform, as often as one likes: a role that owns and migrates the
 * tables, a role for each service that may only read and write rows of its own schema, the database and the
 * schemas. Only these roles and superusers connect to the database. deploy/postgres/roles.sql does the same
 * where an administrator prepares the server.
 * @throws Error for a role without a password, and the error of PostgreSQL
 */
export async function bootstrapDatabase(options: BootstrapOptions): Promise<void> {
  await withClient(options.superuserUrl, async (client) => {
    for (const role of [migratorRole, ...options.services]) {
      const password = options.passwordOf(role);
      if (!password) throw new Error(`the role ${role} has no password`);
      const roles = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
      const verb = roles.rowCount === 0 ? 'CREATE' : 'ALTER';
      await client.query(`${verb} ROLE ${quote(role)} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    }
    const databases = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [options.database]);
    if (databases.rowCount === 0)
      await client.query(`CREATE DATABASE ${quote(options.database)} OWNER ${migratorRole}`);
  });
  await withClient(withDatabase(options.superuserUrl, options.database), async (client) => {
    await client.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
    await client.query(`REVOKE ALL ON DATABASE ${quote(options.database)} FROM PUBLIC`);
    for (const service of options.services) {
      await client.query(`GRANT CONNECT ON DATABASE ${quote(options.database)} TO ${quote(service)}`);
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${quote(service)} AUTHORIZATION ${migratorRole}`);
      await client.query(`GRANT USAGE ON SCHEMA ${quote(service)} TO ${quote(service)}`);
      await client.query(
        `ALTER DEFAULT PRIVILEGES FOR ROLE ${migratorRole} IN SCHEMA ${quote(service)} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${quote(service)}`,
      );
    }
  });
}

const quote = (name: string) => pg.escapeIdentifier(name);

/** The same server and user, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** The same server and database, as another role. */
export function asRole(url: string, role: string, password: string): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = password;
  return changed.href;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'platform-bootstrap' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
