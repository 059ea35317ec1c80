import { z } from 'zod';
import { erasable } from '../personal/erasable.ts';

/** The parts of an order's events. */
export const id = z.int();
export const money = z.int();
export const instant = z.iso.datetime();

export const modifierLine = z.object({
  line_id: id,
  product_id: id,
  name: z.string(),
  category_id: id.nullable(),
  /** All units: units of the parent, times units of the modifier for each of them. */
  quantity: z.number(),
  price: money,
  total: money,
  /** Cost of one unit when the order was placed; null if the venue keeps no costs. */
  cost: money.nullable(),
  /** The price is the till's own: the log did not know the product when it was sold. Missing: no. */
  taken_from_till: z.literal(true).optional(),
});

/** What a slip of the kitchen says of a line. */
export const slipLine = modifierLine
  .pick({ line_id: true, product_id: true, name: true, quantity: true })
  .extend({ parent_line_id: id.nullable() });

export const orderLine = modifierLine.extend({ modifiers: z.array(modifierLine) });

export const delivery = z.object({
  price: money,
  zone_id: id.nullable(),
  zone_name: z.string().nullable(),
  minutes: z.int().nullable(),
  min_order_amount: money,
});

export const deliveryAddress = z.object({
  street: z.string(),
  apartment: z.string().nullable(),
  floor: z.string().nullable(),
  entrance: z.string().nullable(),
  intercom: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

/** What the guest said of a line, by its id. */
export const lineComments = z.record(z.string(), z.string());

/** Why the venue did it, in its own words, which may be about the guest. */
export const reasoned = z.object({ client_id: id.nullable(), reason: erasable(z.string()) });

/** Total = items - discount + service + delivery. */
export const amounts = z.object({
  items_amount: money,
  discount: money,
  service_amount: money,
  delivery_amount: money,
  total_amount: money,
});

const paidBy = { payment_type_id: id, payment_type_name: z.string(), payment_category_id: id };

/** Paid for a reservation whose guests have come: it counts as a payment when the cheque closes. */
export const deposit = z.object({ ...paidBy, amount: money });

/** Money of a return that goes back by a payment type. */
export const refund = z.object({ ...paidBy, amount: money });

/** A debt that a return lowers. `employee_id` null: the debt of the cheque's organization. */
export const debtSetOff = z.object({ employee_id: id.nullable(), amount: money });

/** An id that another program gave. */
export const outsideId = z.union([z.string(), z.int()]);

export const payment = z.object({
  ...paidBy,
  /** A payment of the cheque, after change was given. */
  amount: money,
  tendered: money.nullable(),
  /** The deposit of the guests' reservation. */
  is_deposit: z.boolean(),
  /**
   * The guest of the loyalty service who paid with points, and the points that the service held for it. Null: not paid
   * with points, or the service held none.
   */
  loyalty: z
    .object({ customer_id: outsideId, hold_id: outsideId.nullable(), operation_id: z.uuid().nullable() })
    .nullable(),
  /** Who owes it: of debt (category 6) on a cheque without an organization, the employee. Null: not such a payment. */
  debtor_employee_id: id.nullable(),
});

export const chequeLine = z.object({
  line_id: id,
  parent_line_id: id.nullable(),
  product_id: id,
  product_name: z.string(),
  category_id: id.nullable(),
  quantity: z.number(),
  price: money,
  amount: money,
  discount: money,
  net_amount: money,
  cost: money.nullable(),
});

/** The business day and the shift, for reports on deletions. */
export const tillDay = {
  business_date: z.iso.date(),
  timezone: z.string(),
  /** The shift that was open then. Null: no shift was open. */
  shift_id: id.nullable(),
  order_type_id: id,
  source_id: id,
  waiter_id: id.nullable(),
  organization_id: id.nullable(),
};

export const holdId = z.uuid().nullable();

/** The event that ends an order names its holds. Readers of the log then know which units are free again or sold. */
export const holdIds = z.array(z.uuid());
