import { z } from 'zod';
import { type Client, type ClientAddress, visibleAddresses } from '../../domain/clients/state.ts';
import { LANGUAGES } from '../http/messages/languages.ts';

export const addressSchema = z.object({
  id: z.int(),
  name: z.string(),
  short_name: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  apartment: z.string().nullable(),
  floor: z.string().nullable(),
  entrance: z.string().nullable(),
  intercom: z.string().nullable(),
  navigate: z.string().nullable(),
});

/** A client as partners and auditors see it (docs/domain.md#clients). */
export const clientSchema = z.object({
  client_id: z.int(),
  name: z.string().nullable(),
  phone: z.string().nullable().meta({ description: 'Null: the client was erased' }),
  /** Null until known. */
  language: z.enum(LANGUAGES).nullable(),
  loyalty_balance: z.int(),
  orders_count: z.int(),
  birthday: z.iso.date().nullable(),
  addresses: z.array(addressSchema),
});

/** In the order of the contract, whatever the order of the address. */
export const viewAddress = (address: ClientAddress): z.infer<typeof addressSchema> => {
  const { id, name, short_name, latitude, longitude, apartment, floor, entrance, intercom, navigate } = address;
  return { id, name, short_name, latitude, longitude, apartment, floor, entrance, intercom, navigate };
};

export const viewClient = (client: Client, orders_count: number): z.infer<typeof clientSchema> => {
  const { client_id, name, phone, loyalty_balance } = client;
  const addresses = visibleAddresses(client).map(viewAddress);
  return { client_id, name, phone, language: null, loyalty_balance, orders_count, birthday: null, addresses };
};
