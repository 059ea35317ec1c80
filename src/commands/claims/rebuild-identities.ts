import type pg from 'pg';
import { outcomeOfMark } from '../../domain/attendance/record-mark.ts';
import { type EventOf, isOf } from '../../domain/event-catalogue.ts';
import type { ChequeOpened, OrderPlaced, PaymentRegistered } from '../../domain/orders/events.ts';
import type { Reservation } from '../../domain/reservations/events.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { type KeptMark, MARK_IDENTITY } from '../attendance/mark-claims.ts';
import { clientKey, type KeyedHash } from '../clients/client-key.ts';
import { hashPlainPhones } from '../clients/plain-phones.ts';
import type { IdentityKey } from './identities.ts';

const PAGE = 1_000;

/** What one event says about an outside key. `id` null: the key only has to be known. */
interface Known extends IdentityKey {
  readonly id: number | null;
  /** What is kept with the key's id. */
  readonly result?: unknown;
}

/**
 * Fills app.identities from the log: external ids of orders, hashes of clients' phones, ids of commands. Existing keys stay
 * as they are. An erased client has no phone any more, so it gets no claim. Afterwards no id is handed out that an event has used. Answers how many keys were missing.
 */
export const rebuildIdentities = async (store: EventStore, pool: pg.Pool, hash: KeyedHash): Promise<number> => {
  await hashPlainPhones(pool, hash);
  const erased = await erasedClients(store);
  let restored = 0;
  let highest = 0;
  for (let position = 0; ; ) {
    const events = await store.readAll(position, PAGE);
    const last = events.at(-1);
    if (last === undefined) break;
    position = last.position;
    const known = events
      .flatMap((event) => identitiesOf(event, hash))
      .filter(({ kind, id }) => kind !== 'client' || id === null || !erased.has(id));
    restored += await insertMissing(pool, known);
    for (const event of events) highest = Math.max(highest, highestId(event.data), organizationOf(event));
  }
  // Left alone if it is that far already: otherwise an app that hands out ids meanwhile would give some of them out
  // again.
  await pool.query(`select setval('app.ids', $1::bigint) from app.ids where $1 >= last_value + is_called::int`, [
    highest,
  ]);
  return restored;
};

/** Their phones may belong to new clients. Events of an earlier version name them in plain text. */
const erasedClients = async (store: EventStore): Promise<ReadonlySet<number>> => {
  const erased = new Set<number>();
  for (let position = 0; ; ) {
    const events = await store.readAll(position, PAGE, { types: ['ClientErased'] });
    const last = events.at(-1);
    if (last === undefined) return erased;
    position = last.position;
    for (const event of events) if (isOf(event, 'ClientErased')) erased.add(event.data.client_id);
  }
};

const identitiesOf = (event: RecordedEvent, hash: KeyedHash): Known[] => {
  const { actor, brand_id, command_id, causation_id } = event.metadata;
  const scope = actor.kind === 'platform' ? 'platform' : brand_id;
  // Partners' requests and our own processes have no command ids that anybody sends again.
  const hasCommandId = actor.kind !== 'partner' && actor.kind !== 'system';
  // A step of a command has a separate id, and names the command as its cause.
  const asked = causation_id ?? command_id;
  const known: Known[] = hasCommandId ? [{ kind: 'command', scope, key: asked, id: null }] : [];
  if (isOf(event, 'ClientRegistered')) {
    const { client_id, personal } = event.data;
    if (personal.phone !== null) known.push({ ...clientKey(hash, brand_id, personal.phone), id: client_id });
  }
  if (isOf(event, 'PaymentRegistered')) known.push(paymentOf(event.data, brand_id));
  if (isOf(event, 'ReservationBooked')) known.push(...reservationOf(event.data));
  if (isOf(event, ...MARKS)) known.push(...markOf(event));
  if (isOf(event, 'OrderPlaced', 'ChequeOpened')) known.push(...orderOf(event.data, hash));
  const minted = hasCommandId ? mintedFor(event) : null;
  if (minted) known.push({ kind: 'minted', scope, key: `${command_id}/${minted.label}`, id: minted.id });
  return known;
};

/** Commands that begin a stream under an id made for them, with the field of that id. */
const MINTED_FOR: Readonly<Record<string, string>> = {
  ChequeOpened: 'order',
  EmployeeHired: 'id',
  OrganizationRegistered: 'id',
  ShowcasePublished: 'id',
  SupplierRegistered: 'id',
};

/**
 * An id that only its command knows: a repeat has to find it, or it would begin a second stream. Ids that other
 * commands make are on streams that existed before, where a repeat finds the event with the id.
 */
const mintedFor = (event: RecordedEvent): { label: string; id: number } | null => {
  const { stream, revision, type } = event;
  const label = MINTED_FOR[type];
  // A showcase is published again under its existing id.
  if (label === undefined || (revision !== 0 && type !== 'ChequeOpened')) return null;
  if (isOf(event, 'ChequeOpened') && event.data.external_id !== null) return null;
  return { label, id: Number(stream.slice(stream.indexOf('-') + 1)) };
};

const orderOf = (
  { order_id, brand_id, point_id, external_id, personal }: OrderPlaced | ChequeOpened,
  hash: KeyedHash,
): Known[] => [
  ...(external_id === null ? [] : [{ kind: 'order', scope: point_id, key: external_id, id: order_id }]),
  ...(personal.phone === null ? [] : [{ ...clientKey(hash, brand_id, personal.phone), id: personal.client_id }]),
];

/** A key's own id for a reservation is kept with the reservation's id and its point. */
const reservationOf = ({ key_id, external_id, point_id, reservation_id }: Reservation): Known[] => {
  if (external_id === null) return [];
  return [{ kind: 'reservation', scope: key_id, key: external_id, id: null, result: { point_id, reservation_id } }];
};

/** One payment of a provider pays one order. */
const paymentOf = ({ order_id, provider_payment_id }: PaymentRegistered, brandId: string): Known => ({
  kind: 'provider_payment',
  scope: brandId,
  key: provider_payment_id,
  id: null,
  result: order_id,
});

const jsonOf = (result: unknown): string | null => (result === undefined ? null : JSON.stringify(result));

const MARKS = ['ShiftStarted', 'ShiftEnded', 'CheckOutRecorded', 'MarkDisregarded'] as const;

/** A repeat of a partner's mark gets the first answer, and begins no second shift. */
const markOf = (event: EventOf<(typeof MARKS)[number]>): Known[] => {
  const outcome = outcomeOfMark(event);
  if (!outcome) return [];
  const { employee_id, timezone, mark } = event.data;
  const { type, time, key_id, event_id } = mark;
  if (key_id === null || event_id === null) return [];
  const begun = outcome.result === 'shift_opened' || outcome.result === 'check_out_without_shift';
  const result: KeptMark = { mark: { employee_id, type, time, timezone }, outcome };
  return [{ kind: MARK_IDENTITY, scope: key_id, key: event_id, id: begun ? outcome.shift_id : null, result }];
};

const insertMissing = async (pool: pg.Pool, known: readonly Known[]): Promise<number> => {
  const column = <Column extends keyof Known>(name: Column) => known.map((it) => it[name]);
  const { rowCount } = await pool.query(
    `insert into app.identities (kind, scope, key, id, result)
     select kind, scope, key, coalesce(id, nextval('app.ids')), result
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::json[]) as known (kind, scope, key, id, result)
     -- Sorted, as the app's claims are: the two must not wait for each other in a circle.
     order by kind, scope, key
     on conflict do nothing`,
    [column('kind'), column('scope'), column('key'), column('id'), known.map(({ result }) => jsonOf(result))],
  );
  return rowCount ?? 0;
};

/**
 * Line ids are made from their order's id. The others are named by callers. None comes from our sequence. The ids of
 * organizations do, but cheques of earlier versions name any number: see `organizationOf`.
 */
const FOREIGN_IDS = /^((parent_)?line_id|source_id|customer_id|organization_id)$/;

/** The id of an organization that is registered here. 0: it is another event. */
const organizationOf = (event: RecordedEvent): number =>
  isOf(event, 'OrganizationRegistered') ? event.data.organization_id : 0;

/** The highest integer under a key that names an id of ours. */
const highestId = (data: unknown): number => {
  let highest = 0;
  JSON.stringify(data, (key, value: unknown) => {
    if (
      /^(id|.*_id)$/.test(key) &&
      !FOREIGN_IDS.test(key) &&
      typeof value === 'number' &&
      Number.isSafeInteger(value)
    ) {
      highest = Math.max(highest, value);
    }
    return value;
  });
  return highest;
};
