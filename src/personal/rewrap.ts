import type pg from 'pg';
import { PHONE_HASH_KEY } from './key-check.ts';
import type { KeyRing, Wrapped } from './key-ring.ts';
import { labelOf } from './subject-keys.ts';
import type { SubjectRow } from './subject-rows.ts';

const WRAPPED_BY_OTHERS = 'select * from app.subject_keys where wrapped_by = any ($1) limit $2';

/** A row that was destroyed meanwhile, or wrapped by another process, stays as it is. */
const REWRAP = `
  update app.subject_keys s set wrapped = n.wrapped, wrapped_by = $4
  from unnest($1::uuid[], $2::bytea[], $3::int[]) as n (subject, wrapped, was_wrapped_by)
  where s.subject = n.subject and s.wrapped_by = n.was_wrapped_by`;

const REWRAP_PHONE_KEY = 'update app.phone_hash_key set wrapped = $1, wrapped_by = $2 where wrapped_by = $3';

/**
 * Wraps up to `limit` keys anew, by the first key of the ring: those that another key of the ring has wrapped. Answers
 * how many there were; fewer than `limit`: no other key of the ring is needed any more.
 */
export const rewrapSome = async (pool: pg.Pool, ring: KeyRing, limit: number): Promise<number> => {
  if (ring.others.length === 0) return 0;
  await rewrapPhoneKey(pool, ring);
  const { rows } = await pool.query<SubjectRow>(WRAPPED_BY_OTHERS, [ring.others, limit]);
  if (rows.length === 0) return 0;
  const wrapped = rows.map((row) => ring.wrap(ring.unwrap(row, labelOf(row)), labelOf(row)).wrapped);
  const was = rows.map((row) => row.wrapped_by);
  await pool.query(REWRAP, [rows.map(({ subject }) => subject), wrapped, was, ring.current]);
  return rows.length;
};

const rewrapPhoneKey = async (pool: pg.Pool, ring: KeyRing): Promise<void> => {
  const { rows } = await pool.query<Wrapped>('select wrapped, wrapped_by from app.phone_hash_key');
  const row = rows[0]!;
  if (row.wrapped_by === ring.current) return;
  const { wrapped, wrapped_by } = ring.wrap(ring.unwrap(row, PHONE_HASH_KEY), PHONE_HASH_KEY);
  await pool.query(REWRAP_PHONE_KEY, [wrapped, wrapped_by, row.wrapped_by]);
};
