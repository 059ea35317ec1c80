import pg from 'pg';

/** 16 MB each: more than the largest section writes between two checkpoints. */
const SEGMENTS = 32;

/**
 * Postgres writes its log into files it has used before; only a young server has to make them, and stops everybody for
 * some 50 ms to do so every 16 MB. This makes them beforehand, since servers are young for an hour and run for months.
 */
export const ageServer = async (adminUrl: string): Promise<void> => {
  await withClient(adminUrl, async (client) => {
    for (let segment = 0; segment < SEGMENTS; segment++) {
      await client.query(`select pg_logical_emit_message(false, 'bench', 'a record')`);
      await client.query('select pg_switch_wal()');
    }
    await client.query('checkpoint');
  });
};

/** What was written goes to disk now and not during somebody's turn, and the files of the log are free again. */
export const checkpoint = (adminUrl: string): Promise<void> =>
  withClient(adminUrl, async (client) => {
    await client.query('checkpoint');
  });

const withClient = async (url: string, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};
