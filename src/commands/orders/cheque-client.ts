import type { ChequeOpened } from '../../domain/orders/events.ts';
import type { CommandContext } from '../bus/context.ts';
import { normalisePhone } from '../fields/phone.ts';
import { requireBrand } from '../points/require-point.ts';
import type { OrderNeeds } from './order-needs.ts';

/** The guest, as the till sends it. */
interface Told {
  readonly phone?: string | null | undefined;
  readonly name?: string | null | undefined;
}

/**
 * The client of a cheque. If the till sends no name, the name that the client gave before is used. Without a phone
 * there is no client. Throws phone_invalid.
 */
export const chequeClient = async (
  context: CommandContext,
  clients: OrderNeeds['clients'],
  told: Told | null | undefined,
  point_id: string,
): Promise<Pick<ChequeOpened['personal'], 'client_id' | 'name' | 'phone'>> => {
  const { brand_id } = context;
  const name = told?.name?.trim() || null;
  if (told?.phone == null) return { client_id: null, name, phone: null };
  const { country_code } = await requireBrand(context, brand_id);
  const phone = normalisePhone(told.phone, country_code, 'client.phone');
  const client_id = await clients.findOrCreate({ brand_id, phone, name }, context.envelope(point_id));
  return { client_id, name: name ?? (await clients.nameOf(client_id)), phone };
};
