import pg from 'pg';

/** Locks tables against every read until `release`, in a transaction of the superuser. */
export async function holdTables(
  superuserUrl: string,
  tables: readonly string[],
): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  let end: Promise<void> | undefined;
  return {
    release() {
      end ??= client.end();
      return end;
    },
  };
}
