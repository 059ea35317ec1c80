import { isMoney } from '../../domain/references/lists.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import type { BookPoint, CommandOf } from '../../domain/reservations/commands.ts';
import type { BookTableInput, MoveInput } from './reservation-input.ts';

/**
 * The command of the book for a request to book. The caller prepares the guest, because a phone number has many
 * notations.
 */
export const toBook = (
  input: BookTableInput,
  rest: Pick<CommandOf<'Book'>, 'reservation_id' | 'at' | 'point' | 'source' | 'key_id' | 'guest' | 'money'>,
): CommandOf<'Book'> => {
  const { date, start_time, end_time, duration_minutes, guests, external_id, table_id, comment, deposit } = input;
  return {
    type: 'Book',
    ...rest,
    date,
    start_time,
    end_time,
    duration_minutes,
    guests,
    external_id: external_id ?? null,
    booking_type: input.type,
    table_id: table_id ?? null,
    comment: comment ?? null,
    deposit: deposit ?? null,
  };
};

/** The command of the book for a request to move. */
export const toChanges = ({ guest, ...changes }: MoveInput): CommandOf<'Move'>['changes'] => ({
  ...changes,
  guest_name: guest?.name,
});

/** The tables and payment types that a reservation may refer to, as they are now. */
export interface BookReferences {
  readonly book: BookPoint;
  /** Payment types that the point takes, by id. */
  readonly payment_types: ReadonlyMap<number, { readonly category_id: number }>;
}

type Referring = Pick<MoveInput, 'table_id'> & { readonly deposit?: MoveInput['deposit'] | null };

/**
 * Throws table_not_found (404) for a table that the brand does not have, and payment_type_not_available (400). The book
 * itself refuses a table of another point of the brand (400).
 */
export const checkReferences = async (
  { table_id, deposit }: Referring,
  { book, payment_types }: BookReferences,
  isTableOfBrand: (tableId: number) => boolean | Promise<boolean>,
): Promise<void> => {
  if (table_id != null && !book.tables.has(table_id) && !(await isTableOfBrand(table_id))) {
    throw notFound('table_not_found');
  }
  const paidBy = deposit && payment_types.get(deposit.payment_type_id);
  if (deposit && (!paidBy || !isMoney(paidBy.category_id))) {
    throw invalid('payment_type_not_available', { field: 'deposit.payment_type_id' });
  }
};
