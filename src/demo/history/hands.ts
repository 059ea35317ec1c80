import { v5 as uuidv5 } from 'uuid';
import { hashApiKey } from '../../api/http/api-keys.ts';
import type { KeyRecord } from '../../api/http/key-record.ts';
import type { Partner } from '../../commands/bus/caller.ts';
import type { IdentityKey } from '../../commands/claims/claim.ts';
import { findKeys } from '../../commands/claims/claim-statements.ts';
import { clientKey } from '../../commands/clients/client-key.ts';
import { validate } from '../../commands/fields/validate.ts';
import { placeOrderInput } from '../../commands/orders/order-input.ts';
import { bookInput, cancelInput } from '../../commands/reservations/reservation-input.ts';
import { DEMO_KEYS } from '../../config/demo-keys.ts';
import { toError } from '../../database/thrown.ts';
import type { MarkType } from '../../domain/attendance/events.ts';
import type { MarkOutcome } from '../../domain/attendance/record-mark.ts';
import type { Order } from '../../domain/orders/state.ts';
import type { Reservation } from '../../domain/reservations/events.ts';
import type { Tillstream } from '../../tillstream.ts';
import type { NamedIds } from './named-ids.ts';

export interface HandedMark {
  readonly event_id: string;
  readonly employee_id: number;
  readonly type: MarkType;
  /** ISO 8601 instant. */
  readonly time: string;
}

/**
 * What the venue and its partner can do. Each action has a unique name. A repeated action does nothing. A refused one
 * throws, with the name, which contains the point, the day and the guest.
 */
export interface Hands {
  readonly brand_id: string;
  /** The partner's key. */
  readonly key_id: string;
  /** The claim of a guest with this phone. */
  clientKey(phone: string): IdentityKey;
  /** The id of a command of this name: the same every time the history is made. */
  commandId(name: string): string;
  command(name: string, type: string, fields: object): Promise<Readonly<Record<string, unknown>>>;
  place(name: string, body: object): Promise<Order>;
  cancel(name: string, orderId: number): Promise<void>;
  find(orderId: number): Promise<Order>;
  /** The id that the command of this key got. */
  idOf(key: IdentityKey): Promise<number>;
  book(name: string, body: object): Promise<Reservation>;
  cancelBooking(name: string, reservationId: string, body: object): Promise<void>;
  tellDeposit(name: string, reservationId: string, status: 'retained' | 'refunded'): Promise<void>;
  /** Marks of an attendance terminal; answers the result of each. */
  mark(name: string, marks: readonly HandedMark[]): Promise<readonly MarkOutcome[]>;
}

export type Handed = Pick<Tillstream, 'bus' | 'findOrder' | 'hash' | 'keys' | 'partners' | 'pool'>;

/** Never change it: with another value, an interrupted history would begin again instead of continuing. */
const NAMESPACE = '5e0a6c1e-62b7-4b0d-9d3c-0f5a6b7c8d9e';
const CORRELATION = 'demo-history';

/** The actions of the demo brand's till and of its app. */
export const openHands = async (
  { bus, findOrder, hash, keys, pool, partners: { orders, reservations, attendance } }: Handed,
  ids: NamedIds,
  seed: string,
): Promise<Hands> => {
  const keyOf = async (apiKey: string): Promise<KeyRecord & Partner> => {
    const key = await keys.byHash(hashApiKey(apiKey));
    if (!key?.brand_id) throw new Error('the demo brand is not there');
    return { ...key, brand_id: key.brand_id };
  };
  const till = await keyOf(DEMO_KEYS.venue);
  const partner = await keyOf(DEMO_KEYS.partner);
  const commandId = (name: string): string => uuidv5(`${seed}/${name}`, NAMESPACE);

  const named = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await ids.under(`${seed}/${name}`, work);
    } catch (error) {
      throw new Error(`${name} was refused: ${toError(error).message}`, { cause: error });
    }
  };

  const mark = async (name: string, marks: readonly HandedMark[]): Promise<readonly MarkOutcome[]> => {
    const { result } = await attendance.record(partner, { events: [...marks] }, CORRELATION);
    return result.map((answer) => {
      if (answer.status === 'rejected') throw new Error(`${answer.event_id} of ${name}: ${answer.reason.message}`);
      return answer.outcome;
    });
  };

  return {
    brand_id: till.brand_id,
    key_id: partner.key_id,
    commandId,
    clientKey: (phone) => clientKey(hash, till.brand_id, phone),
    command: (name, type, fields) =>
      named(
        name,
        async () => (await bus.execute(till, type, { command_id: commandId(name), ...fields }, CORRELATION)).result,
      ),
    place: (name, body) =>
      named(name, async () => (await orders.place(partner, validate(placeOrderInput, body), CORRELATION)).result),
    cancel: (name, orderId) =>
      named(name, async () => {
        const { status } = await findOrder(partner, orderId);
        if (status !== 'DELETED') await orders.cancel(partner, { order_id: orderId }, CORRELATION);
      }),
    find: (orderId) => findOrder(partner, orderId),
    idOf: async (key) => (await findKeys(pool, [key]))[0]!,
    book: (name, body) =>
      named(
        name,
        async () => (await reservations.book(partner, validate(bookInput, body), CORRELATION)).result.reservation,
      ),
    cancelBooking: (name, reservationId, body) =>
      named(name, async () => {
        const input = { reservation_id: reservationId, ...validate(cancelInput, body) };
        await reservations.cancel(partner, input, CORRELATION);
      }),
    tellDeposit: (name, reservationId, status) =>
      named(name, async () => {
        const of = { reservation_id: reservationId };
        const { deposit } = (await reservations.find(partner, of, CORRELATION)).result;
        // It can be told once: a second time would be refused.
        if (deposit?.status === 'held') {
          await reservations.reportDeposit(partner, { ...of, status }, CORRELATION);
        }
      }),
    mark: (name, marks) => named(name, () => mark(name, marks)),
  };
};
