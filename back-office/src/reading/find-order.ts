import type { Order } from './types.ts';

/** As people write a phone: 90 123-45-67. */
const PHONE = /^[\d\s()+-]*\d[\d\s()+-]*$/;

/** Whether an order is what somebody looks for: by its number or a partner's, guest, phone, table or dish. */
export const isFoundBy = ({ client, external_id, order_id, items, table_name }: Order, find: string): boolean => {
  const typed = find.trim().toLocaleLowerCase();
  const words = [order_id, external_id, client.name, table_name, ...items.map(({ name }) => name)];
  if (words.some((word) => `${word ?? ''}`.toLocaleLowerCase().includes(typed))) return true;
  return PHONE.test(typed) && (client.phone ?? '').includes(typed.replace(/\D/g, ''));
};
