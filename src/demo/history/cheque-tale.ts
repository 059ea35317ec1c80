import type { Order } from '../../domain/orders/state.ts';
import type { Hands } from './hands.ts';
import type { Dice } from './random.ts';
import type { Tale } from './tale.ts';
import type { HistoryPoint } from './venue.ts';

export type Payment = 'cash' | 'terminal' | 'both' | 'online' | 'account';

/** What the till does with one order. */
export interface ChequeTale {
  /** The order is there. */
  opened(orderId: number): void;
  readonly order_id: number;
  /** A command on it, so many minutes later. Fields that depend on the order use its state just before. */
  till(minutes: number, type: string, fields?: object | ((order: Order) => object), step?: string): void;
  /** The guest pays everything that is left to pay. */
  close(minutes: number, payment: Payment, step?: string): void;
}

/** Commands that the till gives a number for. */
const NUMBERED: ReadonlySet<string> = new Set(['CloseCheque', 'ReturnGoods']);

export const tellOfCheque = (tale: Tale, hands: Hands, point: HistoryPoint, dice: Dice): ChequeTale => {
  const cashier_id = dice.pick(point.cashiers);
  let order_id = 0;

  const tell = ([minutes, type, fields = {}, step = type]: Parameters<ChequeTale['till']>, is_slow = false): void => {
    let seen: Order | undefined;
    tale.goOnAfter(minutes, {
      ...(typeof fields === 'function' && {
        check: async () => {
          seen = await hands.find(order_id);
        },
      }),
      act: () => {
        const more = typeof fields === 'function' ? fields(seen!) : fields;
        return hands.command(tale.nameOf(step), type, { order_id, ...more });
      },
      is_numbered: NUMBERED.has(type),
      is_slow,
    });
  };
  const till: ChequeTale['till'] = (...command) => tell(command);

  return {
    till,
    opened: (orderId) => {
      order_id = orderId;
    },
    get order_id() {
      return order_id;
    },
    close: (minutes, payment, step) => {
      const fields = (order: Order) => ({ cashier_id, payments: paymentsOf(order, payment, point) });
      // The account of the organization is charged first.
      tell([minutes, 'CloseCheque', fields, step], payment === 'account');
    },
  };
};

/** A deposit is paid already. */
const paymentsOf = ({ total_amount, deposit }: Order, payment: Payment, point: HistoryPoint) => {
  const due = Math.max(0, total_amount - (deposit?.amount ?? 0));
  if (due === 0) return [];
  if (payment === 'account') return [{ payment_type_id: point.money?.corporate ?? point.terminal.id, amount: due }];
  if (payment !== 'both') return [{ payment_type_id: point[payment].id, amount: due }];
  const inCash = Math.floor(due / 2_000) * 1_000;
  return [
    { payment_type_id: point.cash.id, amount: inCash },
    { payment_type_id: point.terminal.id, amount: due - inCash },
  ];
};
