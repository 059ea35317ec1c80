import { clientDecider, meaningfulName } from '../../domain/clients/decide.ts';
import { type Client, isSamePlace } from '../../domain/clients/state.ts';
import { loyaltyDecider } from '../../domain/loyalty/decide.ts';
import { connectedService } from '../../domain/loyalty/state.ts';
import { notFound } from '../../domain/refusal.ts';
import type { PartnerContext } from '../bus/context.ts';
import { defineOperation, noBody } from '../bus/operation.ts';
import type { Geocoder } from '../delivery/geocoder.ts';
import { type AddressInput, addressInput } from './client-input.ts';

interface OfClient {
  readonly client_id: number;
}

/** The client as it is now. A client belongs to the whole brand. Another brand's client, or an erased one, is client_not_found (404). */
const requireClient = async ({ load, brand_id }: PartnerContext, clientId: number): Promise<Client> => {
  const client = await load(clientDecider, clientId);
  if (client?.brand_id !== brand_id || client.is_erased) throw notFound('client_not_found');
  return client;
};

export const findClient = defineOperation({
  audiences: ['partner'],
  summary: 'A client',
  input: noBody,
  run: async ({ client_id }: OfClient, context) => {
    const client = await requireClient(context, client_id);
    // While a loyalty service is connected, the points are there.
    const service = connectedService(await context.load(loyaltyDecider, context.brand_id));
    const loyalty_balance = service ? (client.service_balance ?? 0) : client.loyalty_balance;
    return { position: null, result: { ...client, loyalty_balance } };
  },
});

/** Adds the address, or changes the one at the same coordinates. A name left out is derived from them. */
export const addAddress = defineOperation({
  audiences: ['partner'],
  summary: 'Add an address to a client',
  input: addressInput,
  run: async ({ client_id, ...input }: AddressInput & OfClient, context, geocoder: Geocoder) => {
    const { brand_id } = context;
    const { latitude, longitude } = input;
    const client = await requireClient(context, client_id);
    const known = client.addresses.find((address) => isSamePlace(address, input));
    const name = meaningfulName(input.name) ?? undefined;
    const command = {
      type: 'AddAddress' as const,
      brand_id,
      // Another call may add an address at the same place first. Then the id of that address is kept.
      address_id: known?.id ?? (await context.newId()),
      address: { ...input, name },
      derived_name: name ?? known?.name ?? (await geocoder.nameOf(brand_id, latitude, longitude)),
    };
    const { state, position } = await context.handle(clientDecider, client_id, command);
    return { position, result: state!.addresses.find((address) => isSamePlace(address, input))! };
  },
});

/** Throws client_address_not_found, also when the address was removed before. */
export const hideAddress = defineOperation({
  audiences: ['partner'],
  summary: 'Take an address from a client’s list',
  input: noBody,
  run: async ({ client_id, address_id }: OfClient & { readonly address_id: number }, context) => {
    const command = { type: 'HideAddress' as const, brand_id: context.brand_id, address_id };
    const { position } = await context.handle(clientDecider, client_id, command);
    return { position, result: { id: address_id } };
  },
});
