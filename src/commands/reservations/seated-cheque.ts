import { toBusinessDate } from '../../domain/local-time.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import type { ChequeOpened, Deposit } from '../../domain/orders/events.ts';
import { ORDER_TYPES } from '../../domain/references/lists.ts';
import type { Brand } from '../../domain/references/state.ts';
import type { Reservation } from '../../domain/reservations/events.ts';
import type { CommandContext } from '../bus/context.ts';
import type { ClientRegister } from '../clients/client-register.ts';
import type { OrderingPoints, PointAndBrand } from '../points/ordering-point.ts';
import { requireBrand, requirePointOfBrand } from '../points/require-point.ts';

interface SeatedChequeNeeds {
  readonly clients: Pick<ClientRegister, 'findOrCreate'>;
  readonly points: Pick<OrderingPoints, 'placeThen'>;
}

/** The caller that opens the cheque: a command of the venue, or the process that goes on after a crash. */
export type ChequeOpener = Pick<CommandContext, 'load' | 'handle' | 'envelope' | 'now'>;

/**
 * Opens the cheque of guests who were seated. The book has named its order_id, so all calls open the same cheque, and
 * only the first one has an effect. No rule is checked, because the guests sit already. Answers the log position. Null:
 * another call had opened the cheque. The point and its lists are those of when they sat down, also if that is told late, or
 * the cheque is opened only after a crash.
 */
export const openSeatedCheque = async (
  opener: ChequeOpener,
  { clients, points }: SeatedChequeNeeds,
  reservation: Reservation,
  waiter_id: number | null,
): Promise<number | null> => {
  const { order_id, brand_id, point_id, personal } = reservation;
  if (order_id === null) throw new Error('a seated reservation has no order_id');
  const seated_at = seatedAt(reservation);
  const isPast = Date.parse(seated_at) < opener.now;
  const then = isPast ? await points.placeThen(brand_id, point_id, seated_at) : undefined;
  const place = then ?? {
    point: await requirePointOfBrand(opener, brand_id, point_id),
    brand: await requireBrand(opener, brand_id),
  };
  // The name of the reservation. It does not become the client's name.
  const { phone } = personal;
  // An erased guest is no client any more.
  const findOrCreate = async (): Promise<number | null> =>
    phone === null ? null : clients.findOrCreate({ brand_id, phone, name: null }, opener.envelope(point_id));
  const client_id = personal.client_id ?? (await findOrCreate());
  const cheque = seatedCheque(reservation, place, { order_id, client_id, waiter_id });
  const { position } = await opener.handle(orderDecider, order_id, { type: 'OpenCheque', cheque }, { point_id });
  return position;
};

const seatedAt = ({ seated_at, updated_at }: Reservation): string => seated_at ?? updated_at;

const seatedCheque = (
  reservation: Reservation,
  { point: { timezone, business_day_cutoff }, brand: { order_type_subs, payment_types } }: PointAndBrand,
  ids: { readonly order_id: number; readonly client_id: number | null; readonly waiter_id: number | null },
): ChequeOpened => {
  const { brand_id, point_id, reservation_id, table, guests, deposit, personal } = reservation;
  const seated_at = seatedAt(reservation);
  return {
    brand_id,
    point_id,
    reservation_id,
    timezone,
    order_id: ids.order_id,
    external_id: null,
    // The till has it already, so it need not accept it.
    status: 'UNCONFIRMED_ORDER',
    order_type_id: ORDER_TYPES.hall,
    order_type_sub_id: usualSub(order_type_subs),
    source_id: 0,
    table_id: table?.id ?? null,
    waiter_id: ids.waiter_id,
    persons: guests,
    deposit: deposit && paidBefore(deposit, payment_types),
    lines: [],
    items_amount: 0,
    total_amount: 0,
    hold_id: null,
    placed_at: seated_at,
    placed_business_date: toBusinessDate(seated_at, timezone, business_day_cutoff),
    personal: { client_id: ids.client_id, name: personal.name, phone: personal.phone, line_comments: {} },
  };
};

/**
 * The venue's default sub-type for guests in the hall. If there is no default, the first sub-type for them. Null if
 * there is none.
 */
const usualSub = (order_type_subs: Brand['order_type_subs']): number | null => {
  const ofHall = Object.values(order_type_subs).filter((sub) => sub.order_type_id === ORDER_TYPES.hall);
  return (ofHall.find((sub) => sub.is_default) ?? ofHall[0])?.order_type_sub_id ?? null;
};

/**
 * The deposit, with the name that its payment type had when they sat down. The point may have stopped taking this type
 * since the table was booked.
 */
const paidBefore = ({ amount, payment_type_id }: Deposited, payment_types: Brand['payment_types']): Deposit => {
  const type = payment_types[payment_type_id];
  if (!type) throw new Error('the brand has no payment type of the id that a deposit was paid by');
  return { payment_type_id, payment_type_name: type.name, payment_category_id: type.category_id, amount };
};

type Deposited = NonNullable<Reservation['deposit']>;
