import type pg from 'pg';
import { isRecord } from '../domain/is-record.ts';
import type { RecordedEvent } from '../event-store/event-store.ts';
import { sealedIn } from '../event-store/personal-form.ts';

/** An event whose personal data open no more: whose they are by name, and what else it says of that. */
interface Keyless {
  readonly subject: string;
  readonly position: number;
  readonly ids: ReadonlySet<string>;
}

/** What a page of stored events says of keys that are gone. */
export interface KeyTraces {
  readonly keyless: readonly Keyless[];
  /** What erasures name: persons, and what was theirs. */
  readonly erased: ReadonlySet<string>;
}

/** A person whose key is gone, though no erasure says so. `position`: of the first event that names them. */
export interface LostKey {
  readonly subject: string;
  readonly position: number;
}

export const ERASURES = ['ClientErased', 'GuestErased', 'EmployeeErased', 'AccountErased'] as const;

const FIND = `
  select asked.subject from unnest($1::uuid[]) as asked (subject)
  where not exists (select from app.subject_keys s where s.subject = asked.subject)`;

/** Which of the events, as they are stored, name persons without a key, and which persons were erased by them. */
export const traceKeys = async (db: Pick<pg.Pool, 'query'>, events: readonly RecordedEvent[]): Promise<KeyTraces> => {
  const sealed = events.flatMap((event) => {
    const part = sealedIn(event.data);
    return part ? [{ subject: part.subject, event }] : [];
  });
  const subjects = [...new Set(sealed.map(({ subject }) => subject))];
  const { rows } = subjects.length > 0 ? await db.query<{ subject: string }>(FIND, [subjects]) : { rows: [] };
  const gone = new Set(rows.map(({ subject }) => subject));
  return {
    keyless: sealed
      .filter(({ subject }) => gone.has(subject))
      .map(({ subject, event }) => ({ subject, position: event.position, ids: new Set(idsOf(event)) })),
    erased: new Set(events.flatMap(erasedBy)),
  };
};

/** The persons whose keys are gone without an erasure, in the order of the log. */
export const lostKeys = (traces: readonly KeyTraces[]): LostKey[] => {
  const erased = new Set(traces.flatMap((trace) => [...trace.erased]));
  const first = new Map<string, number>();
  const explained = new Set<string>();
  for (const { subject, position, ids } of traces.flatMap(({ keyless }) => keyless)) {
    if (!first.has(subject)) first.set(subject, position);
    if ([`subject ${subject}`, ...ids].some((id) => erased.has(id))) explained.add(subject);
  }
  return [...first]
    .filter(([subject]) => !explained.has(subject))
    .map(([subject, position]) => ({ subject, position }));
};

/** By these an erasure names what was the person's: by the order, the reservation, or the person. */
const NAMES = ['client_id', 'employee_id', 'account_id', 'order_id', 'reservation_id'];

const idsOf = ({ data, metadata }: RecordedEvent): string[] => {
  if (!isRecord(data)) return [];
  const personal = isRecord(data.personal) ? data.personal : {};
  return NAMES.flatMap((name) =>
    [personal[name], data[name]].flatMap((id) => (id == null ? [] : [`${metadata.brand_id} ${name} ${id}`])),
  );
};

/**
 * The subjects of an erasure are those that had a key then. A key that was lost before, or that was made and destroyed after it,
 * is explained by the person, the orders and the reservations that the erasure names.
 */
const erasedBy = ({ type, data, metadata: { brand_id } }: RecordedEvent): string[] => {
  if (!(ERASURES as readonly string[]).includes(type) || !isRecord(data)) return [];
  const each = (name: string): readonly unknown[] => (Array.isArray(data[name]) ? data[name] : []);
  return [
    ...each('subjects').map((subject) => `subject ${subject}`),
    ...each('order_ids').map((id) => `${brand_id} order_id ${id}`),
    ...each('reservation_ids').map((id) => `${brand_id} reservation_id ${id}`),
    ...['client_id', 'employee_id', 'account_id']
      .filter((name) => data[name] != null)
      .map((name) => `${brand_id} ${name} ${data[name]}`),
  ];
};

/** How many persons are known to have lost their keys: see the process `lost-keys`. */
export const countLostKeys = async (db: Pick<pg.Pool, 'query'>): Promise<number> =>
  (await db.query<{ count: number }>('select count(*) from app.lost_keys')).rows[0]?.count ?? 0;
