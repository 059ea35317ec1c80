import type pg from 'pg';
import type { SubjectKind } from '../domain/personal/subject.ts';
import type { Wrapped } from './key-ring.ts';

/** A person as a row names one: a phone by its hash. */
export interface StoredRef {
  readonly brand_id: string;
  readonly kind: SubjectKind;
  readonly key: string;
}

export interface SubjectRow extends StoredRef, Wrapped {
  readonly subject: string;
}

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** It is no named statement, unlike those below: Postgres could keep a plan from when the table was small, and scan it. */
const FIND_OR_ADD = `
  with asked (subject, brand_id, kind, key, wrapped, wrapped_by) as (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::int[])
  ), found as (
    select s.* from asked cross join lateral (
      select * from app.subject_keys s
      where s.brand_id = asked.brand_id and s.kind = asked.kind and s.key = asked.key limit 1
    ) s
  ), added as (
    insert into app.subject_keys (subject, brand_id, kind, key, wrapped, wrapped_by)
    select * from asked where (brand_id, kind, key) not in (select brand_id, kind, key from found)
    on conflict (brand_id, kind, key) do nothing
    returning *
  )
  select * from found union all select * from added`;

/**
 * The rows of these persons: those that exist, and for the others the given ones, which are stored now. A row that
 * another process has stored at the same moment is left out: ask again.
 */
export const findOrAddRows = async (db: Queryable, rows: readonly SubjectRow[]): Promise<SubjectRow[]> => {
  const wrapped = [rows.map((it) => it.wrapped), rows.map((it) => it.wrapped_by)];
  const values = [rows.map((it) => it.subject), ...columnsOf(rows), ...wrapped];
  return (await db.query<SubjectRow>(FIND_OR_ADD, values)).rows;
};

/** The rows of these persons that exist. */
export const findRefs = async (db: Queryable, refs: readonly StoredRef[]): Promise<SubjectRow[]> => {
  const text = 'select * from app.find_keys($1, $2, $3)';
  return (await db.query<SubjectRow>({ name: 'app.find-keys', text, values: columnsOf(refs) })).rows;
};

/** The rows of these subjects that exist. */
export const findRows = async (db: Queryable, subjects: readonly string[]): Promise<SubjectRow[]> =>
  (await db.query<SubjectRow>('select * from app.subject_keys where subject = any ($1)', [subjects])).rows;

/** Answers how many there were, and the generation of keys that follows. */
export const deleteRows = async (
  db: Queryable,
  refs: readonly StoredRef[],
): Promise<{ readonly destroyed: number; readonly generation: number }> => {
  const text = 'select destroyed, generation::float8 from app.destroy_keys($1, $2, $3)';
  return (await db.query(text, columnsOf(refs))).rows[0];
};

export const readGeneration = async (db: Queryable): Promise<number> =>
  (await db.query('select generation::float8 from app.key_generation')).rows[0].generation;

const columnsOf = (refs: readonly StoredRef[]) => [
  refs.map((it) => it.brand_id),
  refs.map((it) => it.kind),
  refs.map((it) => it.key),
];
