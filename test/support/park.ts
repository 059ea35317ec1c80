import type pg from 'pg';

/** Has the read model of the venue fail at the next change of a key, and so be parked. Answers how to tell that it is. */
export const parkVenueOnKeys = async (pool: pg.Pool): Promise<() => Promise<boolean>> => {
  await pool.query(`
    create function public.fail() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger fail before update on read.access_keys execute function public.fail()`);
  return async () =>
    (await pool.query(`select from app.checkpoints where projection = 'venue' and failure is not null`)).rowCount === 1;
};
