import { outcomeOfMark } from '../domain/attendance/record-mark.ts';
import { type EventOf, isOf } from '../domain/event-catalogue.ts';
import type { ChequeOpened, OrderPlaced, PaymentRegistered } from '../domain/orders/events.ts';
import type { Reservation } from '../domain/reservations/events.ts';
import type { RecordedEvent } from '../event-store/event-store.ts';
import { loginKey } from './accounts/account-directory.ts';
import { type KeptMark, MARK_IDENTITY } from './attendance/mark-claims.ts';
import type { IdentityKey } from './claims/identities.ts';
import { clientKey, type KeyedHash } from './clients/client-key.ts';

const MARKS = ['ShiftStarted', 'ShiftEnded', 'CheckOutRecorded', 'MarkDisregarded'] as const;

/** An outside key that an event names, as its claim keeps it. `id` null: the claim needs no id of the event. */
export interface KnownIdentity extends IdentityKey {
  readonly id: number | null;
  /** What is kept with the key's id. */
  readonly result?: unknown;
}

/** The outside keys that an event names. From them the claims can be written anew. */
export const identitiesOf = (event: RecordedEvent, hash: KeyedHash): KnownIdentity[] => {
  const { actor, brand_id, command_id, causation_id } = event.metadata;
  const scope = actor.kind === 'platform' ? 'platform' : brand_id;
  // Partners' requests and our own processes have no command ids that anybody sends again.
  const hasCommandId = actor.kind !== 'partner' && actor.kind !== 'system';
  // A step of a command has a separate id, and names the command as its cause.
  const asked = causation_id ?? command_id;
  const known: KnownIdentity[] = hasCommandId ? [{ kind: 'command', scope, key: asked, id: null }] : [];
  if (isOf(event, 'ClientRegistered')) {
    const { client_id, personal } = event.data;
    if (personal.phone !== null) known.push({ ...clientKey(hash, brand_id, personal.phone), id: client_id });
  }
  if (isOf(event, 'AccountInvited')) {
    const { account_id, personal } = event.data;
    if (personal.login !== null) known.push({ ...loginKey(hash, personal.login), id: account_id });
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
): KnownIdentity[] => [
  ...(external_id === null ? [] : [{ kind: 'order', scope: point_id, key: external_id, id: order_id }]),
  ...(personal.phone === null ? [] : [{ ...clientKey(hash, brand_id, personal.phone), id: personal.client_id }]),
];

/** A key's own id for a reservation is kept with the reservation's id and its point. */
const reservationOf = ({ key_id, external_id, point_id, reservation_id }: Reservation): KnownIdentity[] => {
  if (external_id === null) return [];
  return [{ kind: 'reservation', scope: key_id, key: external_id, id: null, result: { point_id, reservation_id } }];
};

/** One payment of a provider pays one order. */
const paymentOf = ({ order_id, provider_payment_id }: PaymentRegistered, brandId: string): KnownIdentity => ({
  kind: 'provider_payment',
  scope: brandId,
  key: provider_payment_id,
  id: null,
  result: order_id,
});

/** A repeat of a partner's mark gets the first answer, and begins no second shift. */
const markOf = (event: EventOf<(typeof MARKS)[number]>): KnownIdentity[] => {
  const outcome = outcomeOfMark(event);
  if (!outcome) return [];
  const { employee_id, timezone, mark } = event.data;
  const { type, time, key_id, event_id } = mark;
  if (key_id === null || event_id === null) return [];
  const begun = outcome.result === 'shift_opened' || outcome.result === 'check_out_without_shift';
  const result: KeptMark = { mark: { employee_id, type, time, timezone }, outcome };
  return [{ kind: MARK_IDENTITY, scope: key_id, key: event_id, id: begun ? outcome.shift_id : null, result }];
};
