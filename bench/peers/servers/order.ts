import { z } from 'zod';

const quantity = z.number().positive().max(9_999);

/** What `POST /orders` takes: the fields of Tillstream's own order of takeaway. */
export const orderBody = z.object({
  external_id: z.string().min(1).max(255),
  point_id: z.uuid(),
  order_type_id: z.int().min(1).max(3),
  payment_type_id: z.int(),
  client: z.object({ phone: z.string().max(32), name: z.string().max(255).optional() }),
  items: z
    .array(
      z.object({
        product_id: z.int(),
        quantity,
        modifiers: z
          .array(z.object({ product_id: z.int(), quantity }))
          .max(100)
          .optional(),
      }),
    )
    .min(1)
    .max(100),
  persons: z.int().min(1).default(1),
  comment: z.string().max(500).nullable().default(null),
});

export type OrderBody = z.infer<typeof orderBody>;

/** What an answer says of an order that was placed. */
export interface PlacedOrder {
  readonly order_id: unknown;
  readonly total_amount: number;
}

export interface Priced {
  readonly name: string;
  readonly price: number;
}

/** What a product costs, alone or (`of`) as a modifier of another; undefined where it is not on the menu. */
export type PriceList = (product_id: number, of?: number) => Priced | undefined;

/** A product, or a modifier of the line before it that is none. */
export interface Line extends Priced {
  readonly product_id: number;
  readonly is_modifier: boolean;
  readonly quantity: number;
  readonly total: number;
}

export interface Order {
  readonly order_id: string;
  readonly external_id: string;
  readonly status: string;
  readonly total_amount: number;
  readonly items: readonly Line[];
}

/** The client's mistake; the answer is 400. */
export class BadOrder extends Error {}

/** Prices every line; modifiers count for each unit of their product. Throws BadOrder for what is not on the menu. */
export const priceLines = (body: OrderBody, prices: PriceList): Line[] =>
  body.items.flatMap((item) => [
    priceLine(prices(item.product_id), item.product_id, item.quantity, false),
    ...(item.modifiers ?? []).map((modifier) =>
      priceLine(
        prices(modifier.product_id, item.product_id),
        modifier.product_id,
        modifier.quantity * item.quantity,
        true,
      ),
    ),
  ]);

const priceLine = (found: Priced | undefined, product_id: number, quantity: number, is_modifier: boolean): Line => {
  if (!found) throw new BadOrder(`there is no ${is_modifier ? 'such modifier' : 'product'} ${product_id}`);
  const { name, price } = found;
  return { product_id, name, is_modifier, quantity, price, total: Math.round(price * quantity) };
};

export const totalOf = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + line.total, 0);
