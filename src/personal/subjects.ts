import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { Subject } from 'rxjs';
import { type Listener, sharedOrOwn } from '../database/listener.ts';
import type { SubjectRef } from '../domain/personal/subject.ts';
import type { NewKey } from '../event-store/event-store.ts';
import type { KeyGeneration } from '../event-store/key-generation.ts';
import type { PersonalData } from '../event-store/personal-data.ts';
import { checkKeys } from './key-check.ts';
import { createKeyRing } from './key-ring.ts';
import { createKnownGeneration } from './known-generation.ts';
import { createPersonalData } from './personal-data.ts';
import { rewrapSome } from './rewrap.ts';
import { createSubjectKeys } from './subject-keys.ts';
import { deleteRows, findRefs, readGeneration, type StoredRef } from './subject-rows.ts';

/** The persons whose data the log has, and the keys that seal these data. */
export interface Subjects {
  /** What the codec seals and opens with. */
  readonly personalData: PersonalData;
  /** The generation of the keys: what was sealed in an earlier one is not recorded. */
  readonly generation: KeyGeneration;
  /**
   * Keys were destroyed, here or in another process, or a notification of that may have been missed. Drop everything in
   * memory that may hold an erased person. Keys and opened data are dropped already.
   */
  readonly erased: Subject<void>;
  /** Reads the person's key ahead: see `ready` in subject-keys.ts. */
  readyKey(ref: SubjectRef): void;
  /** A new key for a client whose id only this caller knows: see `draft` in subject-keys.ts. */
  draftKey(ref: SubjectRef): NewKey;
  /** The names that the log has for these persons: those of them that have a key. */
  namesOf(refs: readonly SubjectRef[]): Promise<string[]>;
  /** The keyed hash that stands for a phone (E.164) in tables. It never changes. */
  hashPhone(phone: string): string;
  /**
   * Destroys the keys of these persons in the transaction of the caller. When it commits, all processes hear of it.
   * Answers how many keys there were.
   */
  destroy(tx: Pick<pg.ClientBase, 'query'>, refs: readonly SubjectRef[]): Promise<number>;
  /** PERSONAL_DATA_KEY has more than one key. */
  readonly hasOtherKeys: boolean;
  /** Wraps some keys by the first key of PERSONAL_DATA_KEY, if another one of it has wrapped them: see rewrap.ts. */
  rewrapSome(limit: number): Promise<number>;
  close(): Promise<void>;
}

export interface OpenSubjectsOptions {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  /** PERSONAL_DATA_KEY. */
  readonly personalDataKey: string;
  /** The process's. */
  readonly listener?: Listener;
}

const CHANNEL = 'erased';

/** @throws PersonalDataKeyError if the key is not the one that the database was written with */
export const openSubjects = async (options: OpenSubjectsOptions): Promise<Subjects> => {
  const { pool, databaseUrl, personalDataKey } = options;
  const ring = createKeyRing(personalDataKey);
  const phoneKey = await checkKeys(pool, ring);
  const hashPhone = (phone: string): string => createHmac('sha256', phoneKey).update(phone).digest('base64url');
  const stored = (ref: SubjectRef): StoredRef => (ref.kind === 'phone' ? { ...ref, key: hashPhone(ref.key) } : ref);

  const keys = createSubjectKeys(pool, ring);
  const personalData = createPersonalData(keys, stored);
  const erased = new Subject<void>();
  const generation = await createKnownGeneration(
    () => readGeneration(pool),
    () => {
      keys.forget();
      personalData.forget();
      erased.next();
    },
  );
  const listener = await sharedOrOwn(options.listener, databaseUrl);
  await listener.listen(CHANNEL, generation.hear);
  // What was told before that was not heard.
  await generation.renew();
  return {
    personalData,
    generation,
    erased,
    hashPhone,
    readyKey: (ref) => keys.ready(stored(ref)),
    draftKey: (ref) => keys.draft(stored(ref)),
    namesOf: async (refs) => (await findRefs(pool, refs.map(stored))).map(({ subject }) => subject),
    destroy: async (tx, refs) => {
      const { destroyed, generation } = await deleteRows(tx, refs.map(stored));
      await tx.query('select pg_notify($1, $2)', [CHANNEL, String(generation)]);
      return destroyed;
    },
    hasOtherKeys: ring.others.length > 0,
    rewrapSome: (limit) => rewrapSome(pool, ring, limit),
    close: async () => {
      erased.complete();
      await listener.close();
    },
  };
};
