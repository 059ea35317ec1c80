import { parseIncompletePhoneNumber } from 'libphonenumber-js/max';
import { foldText } from '../../domain/fold-text.ts';
import { toLocalDate } from '../../domain/local-time.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import { placedOrder } from '../../domain/orders/state.ts';
import type { Brand } from '../../domain/references/state.ts';
import { conflict, invalid } from '../../domain/refusal.ts';
import { isOver } from '../../domain/reservations/state.ts';
import type { CommandContext } from '../bus/context.ts';
import type { Traces } from './erasure-needs.ts';

const DAY_MS = 86_400_000;
/** A till that was offline sends orders late, so the last one by its id may not be the last one by its time. */
const LAST_ORDERS = 10;
/** A shorter name, or part of a phone, may be in a reason by chance. */
const TELLING = 4;

/**
 * Throws client_has_open_order and client_has_reservation: a courier needs the phone, and a waiter the name. Throws
 * client_kept_until while the brand keeps the person for the law.
 */
export const requireErasable = async (context: CommandContext, brand: Brand, traces: Traces): Promise<void> => {
  const open = traces.orders.find(({ is_open }) => is_open);
  if (open) throw conflict('client_has_open_order', { order_id: open.order_id });
  const coming = traces.reservations.find((reservation) => !isOver(reservation));
  if (coming) throw conflict('client_has_reservation', { date: coming.date });
  if (brand.retention_days === 0) return;
  const last = Math.max(...(await timesOf(context, traces)));
  const until = last + brand.retention_days * DAY_MS;
  if (context.now < until) {
    throw conflict('client_kept_until', { date: toLocalDate(new Date(until).toISOString(), brand.timezone) });
  }
};

export const idsOf = ({ orders, reservations }: Traces) => ({
  order_ids: orders.map(({ order_id }) => order_id),
  reservation_ids: reservations.map(({ reservation_id }) => reservation_id),
});

const timesOf = async (context: CommandContext, { orders, reservations }: Traces): Promise<number[]> => {
  const last = orders.slice(-LAST_ORDERS);
  const states = await Promise.all(last.map(({ order_id }) => context.load(orderDecider, order_id)));
  const ofOrders = states.flatMap((state) => {
    const order = placedOrder(state);
    return order ? [order.placed_at, order.cheque?.closed_at ?? order.placed_at] : [];
  });
  return [...ofOrders, ...reservations.map(({ ends_at }) => ends_at)].map((time) => Date.parse(time));
};

/** Throws reason_names_person: the reason stays in the log for good. */
export const requireImpersonal = (
  reason: string,
  { name, phone }: { readonly name: string | null; readonly phone: string | null },
): void => {
  const said = bare(reason);
  const digits = parseIncompletePhoneNumber(reason).replace(/\D/g, '');
  const namesPhone = phone !== null && digits.includes(phone.slice(-7));
  const namesName = bare(name ?? '')
    .split(BETWEEN_WORDS)
    .some((word) => word.length >= TELLING && said.includes(word));
  if (namesPhone || namesName) throw invalid('reason_names_person', { field: 'reason' });
};

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/** Without accents and apostrophes, which people leave out. */
const bare = (text: string): string =>
  foldText(text)
    .normalize('NFD')
    .replace(/[\p{M}']/gu, '');
