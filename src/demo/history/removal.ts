import type { ChequeTale } from './cheque-tale.ts';
import type { Dice } from './random.ts';
import type { HistoryPoint } from './venue.ts';

/** Before the kitchen has a ticket, and after it. */
const REASONS = {
  before: ['Ошибка официанта', 'Гость передумал'],
  after: ['Гость передумал', 'Долгое ожидание', 'Закончился продукт', 'Пересолено', 'Остыло'],
} as const;

export interface RemovalOptions {
  readonly dice: Dice;
  readonly point: HistoryPoint;
  readonly cheque: ChequeTale;
  /** How many products are on the cheque. The last one stays: a cheque of nothing is deleted. */
  readonly products: number;
  /** Who takes it off; null: a cashier. */
  readonly waiter_id: number | null;
}

/** One product in so many cheques is taken off again, by somebody and for a reason. */
export const maybeRemove = (when: keyof typeof REASONS, percent: number, options: RemovalOptions): void => {
  const { dice, point, cheque, products, waiter_id } = options;
  const isRemoved = dice.chance(percent);
  const reason = dice.pick(REASONS[when]);
  // A number and no name: it stays in the log when the employee is erased.
  const actor = waiter_id === null ? `cashier ${dice.pick(point.cashiers)}` : `waiter ${waiter_id}`;
  if (!isRemoved || products < 2) return;
  const minutes = when === 'before' ? dice.between(1, 2) : dice.between(5, 20);
  const fields: Parameters<ChequeTale['till']>[2] = ({ lines }) => {
    const { line_id, quantity } = lines.at(-1)!;
    return { line_id, quantity, reason, actor };
  };
  cheque.till(minutes, 'RemoveItem', fields, `RemoveItem ${when} the ticket`);
};
