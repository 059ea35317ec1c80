import { sum } from '../money.ts';
import { PAYMENT_CATEGORY } from '../references/lists.ts';
import { conflict, invalid, Refusal } from '../refusal.ts';
import type { CloseCheque, Closing, OrganizationDebt, ProductSnapshot } from './commands.ts';
import { spreadDiscount } from './discount.ts';
import type { ChequeClosed, ChequeLine, ChequePayment, OrderEvent, OrderLine, OrderModifierLine } from './events.ts';
import { beforeClosing } from './loyalty.ts';
import { onlineIn, refundsBeyond } from './refunds.ts';
import { type Order, openHoldIds } from './state.ts';
import { isWithTill } from './status.ts';

/** The most payments that one closing takes. */
export const MAX_PAYMENTS = 50;

/** A closed cheque that has no number yet. */
type Unnumbered = Omit<ChequeClosed, 'shift_id' | 'cheque_number' | 'charge_id'>;

/**
 * Records the whole cheque: number, business day, payments, and every line with its cost and category as they are now.
 * So exports and reports need only this one event, even if the catalogue changes later.
 */
export const closeCheque = (order: Order, command: CloseCheque): readonly OrderEvent[] => {
  const { shift_id, cheque_number } = command;
  const cheque = closeWithoutNumber(order, command);
  const charge_id = chargeOf(order, debtOf(cheque), command.charge);
  const closed = { ...cheque, shift_id, cheque_number, charge_id };
  // A guest who paid online, and then at the till, gets the first back.
  const refunds = refundsBeyond(order, onlineIn(cheque.payments));
  return [...beforeClosing(order, cheque), { type: 'ChequeClosed', data: closed }, ...refunds];
};

/** What the cheque's organization owes for it. Null: nothing, or there is no organization. */
export const debtOf = ({
  organization_id,
  payments,
}: Pick<Unnumbered, 'organization_id' | 'payments'>): OrganizationDebt | null => {
  const debts = payments.filter(({ payment_category_id }) => payment_category_id === PAYMENT_CATEGORY.debt);
  const amount = sum(debts, (payment) => payment.amount);
  return organization_id === null || amount === 0 ? null : { organization_id, amount };
};

/** If the cheque has changed since the charge, or the charge is being released, the caller has to charge anew. */
const chargeOf = (
  { abandoned_charge_ids }: Order,
  debt: OrganizationDebt | null,
  charge: CloseCheque['charge'],
): string | null => {
  if (debt === null && charge === null) return null;
  const isOfCheque = charge?.organization_id === debt?.organization_id && charge?.amount === debt?.amount;
  if (charge === null || !isOfCheque || abandoned_charge_ids.includes(charge.charge_id)) {
    throw conflict('charge_outdated');
  }
  return charge.charge_id;
};

/** The cheque as it is recorded at its closing. Throws if it may not be closed, or not with these payments. */
export const closeWithoutNumber = (order: Order, closing: Closing): Unnumbered => {
  if (order.status === 'CLOSED') throw conflict('cheque_already_closed');
  if (!isWithTill(order.status)) throw conflict('order_status_conflict', { from: order.status, to: 'CLOSED' });
  const payments = withDeposit(
    closing.payments.map((payment, index) => withDebtor(payment, index, order)),
    order,
  );
  return {
    order_id: order.order_id,
    point_id: order.point_id,
    business_date: closing.business_date,
    timezone: order.timezone,
    opened_at: order.placed_at,
    closed_at: closing.at,
    order_type_id: order.order_type_id,
    order_type_sub_id: order.order_type_sub_id,
    source_id: order.source_id,
    external_id: order.external_id,
    reservation_id: order.reservation_id,
    waiter_id: order.waiter_id,
    cashier_id: closing.cashier_id,
    courier_id: order.courier_id,
    client_id: order.personal.client_id,
    organization_id: order.organization_id,
    table_id: order.table_id,
    guests: order.persons,
    goods_amount: order.items_amount,
    discount: order.discount,
    service_amount: order.service_amount,
    delivery_amount: order.delivery_amount,
    total_amount: order.total_amount,
    // Also the holds of an earlier closing: reporting units as sold twice does no harm.
    hold_ids: [...openHoldIds(order), ...order.sold_hold_ids],
    payments,
    lines: chequeLines(order, closing.products),
  };
};

/**
 * The deposit of a reservation is a payment of the cheque from the beginning, up to the total. The cashier takes the
 * remainder and nothing else: a payment that names the deposit once more would be money that nobody took. Throws
 * payments_differ_from_remainder (400), or without a deposit payments_differ_from_total (409).
 */
const withDeposit = (given: readonly ChequePayment[], { deposit, total_amount: total }: Order): ChequePayment[] => {
  const paid = sum(given, (payment) => payment.amount);
  if (deposit === null) {
    if (paid !== total) throw conflict('payments_differ_from_total', { paid, total });
    return [...given];
  }
  const amount = Math.min(deposit.amount, total);
  const remainder = total - amount;
  if (paid !== remainder) {
    const amounts = { paid, remainder, deposit: amount };
    throw new Refusal('invalid', 'payments_differ_from_remainder', amounts, { details: { total } });
  }
  const applied = { ...deposit, amount, tendered: null, is_deposit: true, loyalty: null, debtor_employee_id: null };
  return amount === 0 ? [...given] : [applied, ...given];
};

/** Of a debt it has to be known who owes it: the cheque's organization, else the employee who is named. */
const withDebtor = (payment: ChequePayment, index: number, { organization_id }: Order): ChequePayment => {
  if (payment.payment_category_id !== PAYMENT_CATEGORY.debt) return { ...payment, debtor_employee_id: null };
  const field = `payments[${index}].employee_id`;
  const isNamed = payment.debtor_employee_id !== null;
  if (organization_id === null && !isNamed) throw invalid('debtor_required', { field });
  if (organization_id !== null && isNamed) throw invalid('debtor_is_organization', { field });
  return payment;
};

const chequeLines = ({ lines, discount }: Order, products: readonly ProductSnapshot[]): ChequeLine[] => {
  const known = new Map(products.map((product) => [product.product_id, product]));
  const all = lines.flatMap((line) => linesOf(line));
  const discounts = spreadDiscount(
    all.map(({ line }) => line.total),
    discount,
  );
  return all.map(({ line, parent_line_id }, index) => {
    const { line_id, product_id, name: product_name, quantity, price, total: amount } = line;
    const { category_id, cost } = known.get(product_id) ?? line;
    const part = discounts[index]!;
    return {
      line_id,
      parent_line_id,
      product_id,
      product_name,
      category_id,
      quantity,
      price,
      amount,
      discount: part,
      net_amount: amount - part,
      cost,
    };
  });
};

interface LineOfParent {
  readonly line: OrderModifierLine;
  readonly parent_line_id: number | null;
}

const linesOf = (line: OrderLine): LineOfParent[] => [
  { line, parent_line_id: null },
  ...line.modifiers.map((modifier) => ({ line: modifier, parent_line_id: line.line_id })),
];
