import type { ClientCommand } from '../../domain/clients/commands.ts';
import { clientDecider, meaningfulName } from '../../domain/clients/decide.ts';
import { type Client, type ClientAddress, isSamePlace } from '../../domain/clients/state.ts';
import { notFound } from '../../domain/refusal.ts';
import type { Caller } from '../bus/caller.ts';
import type { Identities } from '../claims/identities.ts';
import type { Geocoder } from '../delivery/geocoder.ts';
import { partnerEnvelope } from '../loop/envelope.ts';
import type { CommandHandler } from '../loop/handle.ts';
import type { AddressInput } from './client-input.ts';

/** The key a client is dealt with through. Clients are the brand's: whatever points the key is for. */
export type ClientPartner = Pick<Caller, 'key_id' | 'name'> & { readonly brand_id: string };

/** What partners do with clients (docs/domain.md#clients). Throws client_not_found for those of other brands. */
export interface ClientDesk {
  /** The client as of now. */
  find(brandId: string, clientId: number): Promise<Client>;
  /** Adds the address, or changes the one at the same coordinates. A name left out is derived from them. */
  addAddress(partner: ClientPartner, clientId: number, input: AddressInput, requestId: string): Promise<ClientAddress>;
  /** Takes the address from the client's list. Throws client_address_not_found, a second time too. */
  hideAddress(partner: ClientPartner, clientId: number, addressId: number, requestId: string): Promise<void>;
}

export interface ClientDeskOptions {
  readonly handler: CommandHandler;
  readonly identities: Identities;
  readonly geocoder: Geocoder;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

export const createClientDesk = (options: ClientDeskOptions): ClientDesk => {
  const { handler, identities, geocoder, clock, newUuid } = options;

  const handle = async (partner: ClientPartner, clientId: number, command: ClientCommand, requestId: string) => {
    const occurred_at = new Date(clock()).toISOString();
    const envelope = partnerEnvelope(partner, { command_id: newUuid(), correlation_id: requestId, occurred_at });
    return (await handler.handle(clientDecider, clientId, command, envelope)).state!;
  };

  const find: ClientDesk['find'] = async (brandId, clientId) => {
    const { state } = await handler.load(clientDecider, clientId);
    if (state?.brand_id !== brandId) throw notFound('client_not_found');
    return state;
  };

  const addAddress: ClientDesk['addAddress'] = async (partner, clientId, input, requestId) => {
    const { brand_id } = partner;
    const { latitude, longitude } = input;
    const client = await find(brand_id, clientId);
    const known = client.addresses.find((address) => isSamePlace(address, input));
    const name = meaningfulName(input.name) ?? undefined;
    const command = {
      type: 'AddAddress' as const,
      brand_id,
      // One may come to be at the same place before this is decided: then its id is kept, and this one is not used.
      address_id: known?.id ?? (await identities.mint()),
      address: { ...input, name },
      derived_name: name ?? known?.name ?? (await geocoder.nameOf(brand_id, latitude, longitude)),
    };
    const { addresses } = await handle(partner, clientId, command, requestId);
    return addresses.find((address) => isSamePlace(address, input))!;
  };

  const hideAddress: ClientDesk['hideAddress'] = async (partner, clientId, address_id, requestId) => {
    const { brand_id } = partner;
    await handle(partner, clientId, { type: 'HideAddress', brand_id, address_id }, requestId);
  };

  return { find, addAddress, hideAddress };
};
