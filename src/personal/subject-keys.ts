import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createBatcher } from '../concurrency/batcher.ts';
import { atMost, keptFor } from '../concurrency/cache-bounds.ts';
import { KEY_BYTES } from './aes-gcm.ts';
import type { KeyRing } from './key-ring.ts';
import { createRandomPool } from './random-pool.ts';
import { findOrAddRows, findRefs, findRows, type StoredRef, type SubjectRow } from './subject-rows.ts';

export interface SubjectKey {
  readonly subject: string;
  readonly key: Buffer;
}

/** The keys of persons, kept in memory for a while. */
export interface SubjectKeys {
  /** The person's key, made now if there is none. It is stored before it is answered. */
  keyOf(ref: StoredRef): SubjectKey | Promise<SubjectKey>;
  /** Reads the person's key, if there is one, for a caller who will need it in a moment. Makes none, and never fails. */
  ready(ref: StoredRef): void;
  /**
   * A new key for a person whose id only this caller knows, and who has no key. It is used from now on, and the caller
   * stores it with the first event of the person. If that fails, the id is never used again.
   */
  draft(ref: StoredRef): SubjectRow;
  /** The keys of these subjects; null for a destroyed one. */
  keysOf(subjects: ReadonlySet<string>): Promise<ReadonlyMap<string, Buffer | null>>;
  /** Keys were destroyed: those in memory may be among them. */
  forget(): void;
}

const MAX_KEYS = 20_000;
/** The notification that keys were destroyed may be late or lost. */
const KEEP_MS = 60_000;

const nextKey = createRandomPool(KEY_BYTES);
const nextUuidBytes = createRandomPool(16);

export const createSubjectKeys = (pool: pg.Pool, ring: KeyRing): SubjectKeys => {
  const byRef = new LRUCache<string, SubjectKey>({ ...atMost(MAX_KEYS), ...keptFor(KEEP_MS) });
  const bySubject = new LRUCache<string, { readonly key: Buffer | null }>({ ...atMost(MAX_KEYS), ...keptFor(KEEP_MS) });
  /** Grows when keys were destroyed. What was read before that is not kept. */
  let generation = 0;

  const make = (ref: StoredRef): { row: SubjectRow; key: Buffer } => {
    const subject = uuidv7({ random: nextUuidBytes() });
    const key = nextKey();
    return { key, row: { ...ref, subject, ...ring.wrap(key, labelOf({ ...ref, subject })) } };
  };

  const remember = (found: ReadonlyMap<string, SubjectKey>): void => {
    for (const [name, key] of found) {
      byRef.set(name, key);
      bySubject.set(key.subject, key);
    }
  };

  const keyIn = (row: SubjectRow): Buffer => ring.unwrap(row, labelOf(row));

  /** The keys that exist, by the names of their refs. */
  const readThese = async (refs: readonly StoredRef[]): Promise<Map<string, SubjectKey>> =>
    new Map((await findRefs(pool, refs)).map((row) => [nameOf(row), { subject: row.subject, key: keyIn(row) }]));

  const findOrMake = async (refs: readonly StoredRef[]): Promise<SubjectKey[]> => {
    const wanted = new Map(refs.map((ref) => [nameOf(ref), ref]));
    const read = generation;
    // Nearly all of them exist.
    const found = await readThese([...wanted.values()]);
    while (found.size < wanted.size) {
      const made = [...wanted].flatMap(([name, ref]) => (found.has(name) ? [] : [make(ref)]));
      const own = new Map(made.map(({ row, key }) => [row.subject, key]));
      for (const row of await findOrAddRows(
        pool,
        made.map((it) => it.row),
      )) {
        // The row that was made now need not be opened.
        found.set(nameOf(row), { subject: row.subject, key: own.get(row.subject) ?? keyIn(row) });
      }
    }
    if (read === generation) remember(found);
    return refs.map((ref) => found.get(nameOf(ref))!);
  };

  const readAhead = async (refs: readonly StoredRef[]): Promise<undefined[]> => {
    const read = generation;
    const found = await readThese(refs);
    if (read === generation) remember(found);
    return refs.map(() => undefined);
  };
  const wantedSoon = createBatcher<StoredRef, undefined>(readAhead);
  /** Callers that need keys at the same time share a statement. */
  const asked = createBatcher<StoredRef, SubjectKey>(findOrMake);

  return {
    ready: (ref) => {
      if (!byRef.has(nameOf(ref))) void wantedSoon.submit(ref).catch(() => {});
    },
    draft: (ref) => {
      const { row, key } = make(ref);
      remember(new Map([[nameOf(ref), { subject: row.subject, key }]]));
      return row;
    },
    keyOf: (ref) => byRef.get(nameOf(ref)) ?? asked.submit(ref),
    keysOf: async (subjects) => {
      const found = new Map<string, Buffer | null>();
      for (const subject of subjects) {
        const known = bySubject.get(subject);
        if (known) found.set(subject, known.key);
      }
      const unknown = [...subjects].filter((subject) => !found.has(subject));
      if (unknown.length === 0) return found;
      const read = generation;
      const rows = await findRows(pool, unknown);
      for (const subject of unknown) found.set(subject, null);
      for (const row of rows) found.set(row.subject, keyIn(row));
      if (read === generation) for (const subject of unknown) bySubject.set(subject, { key: found.get(subject)! });
      return found;
    },
    forget: () => {
      generation += 1;
      byRef.clear();
      bySubject.clear();
    },
  };
};

const nameOf = ({ brand_id, kind, key }: StoredRef): string => `${brand_id} ${kind} ${key}`;

/** A key that was copied to the row of another person does not open there. */
export const labelOf = (row: StoredRef & { readonly subject: string }): string => `${row.subject} ${nameOf(row)}`;
