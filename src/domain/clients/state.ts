import type { Address, ClientEvent } from './events.ts';

export interface ClientAddress extends Address {
  readonly id: number;
  /** Deleted by the client. It is kept, in case the client gives the same place again. */
  readonly is_hidden: boolean;
}

/** A guest of the brand, identified by the phone. */
export interface Client {
  readonly client_id: number;
  readonly brand_id: string;
  /** E.164, with its plus. Null: the client was erased. */
  readonly phone: string | null;
  readonly name: string | null;
  /** Points of the brand's own loyalty. */
  readonly loyalty_balance: number;
  /** Points at the loyalty service, as it said last. Null: it has said nothing. */
  readonly service_balance: number | null;
  /** The person is forgotten, and the phone may belong to another client. */
  readonly is_erased: boolean;
  /** Oldest first. */
  readonly addresses: readonly ClientAddress[];
}

/** Null until registered. */
export type ClientState = Client | null;

/** The most addresses in a client's list, and the most hidden ones that are remembered in addition. */
export const MAX_ADDRESSES = 100;

export const visibleAddresses = (client: Client): readonly ClientAddress[] =>
  client.addresses.filter((address) => !address.is_hidden);

/** A degree to 6 places is about 11 cm: anything nearer is the same place. */
const place = (degrees: number): number => Math.round(degrees * 1e6);

export const isSamePlace = (
  one: Pick<Address, 'latitude' | 'longitude'>,
  other: Pick<Address, 'latitude' | 'longitude'>,
): boolean => place(one.latitude) === place(other.latitude) && place(one.longitude) === place(other.longitude);

const NO_POINTS = { loyalty_balance: 0, service_balance: null };

export const evolveClient = (client: ClientState, event: ClientEvent): ClientState => {
  if (event.type === 'ClientRegistered') {
    const { client_id, brand_id, personal } = event.data;
    return {
      client_id,
      brand_id,
      phone: personal.phone,
      name: personal.name,
      ...NO_POINTS,
      is_erased: false,
      addresses: [],
    };
  }
  if (client === null) return null;
  switch (event.type) {
    case 'ClientNamed':
      return { ...client, name: event.data.personal.name };
    case 'ClientAddressAdded': {
      const { address_id, personal } = event.data;
      // The client was erased: so are all addresses.
      if (personal.address === null) return client;
      const added = { id: address_id, ...personal.address, is_hidden: false };
      return { ...client, addresses: [...client.addresses, added] };
    }
    case 'ClientAddressChanged':
      return changeAddress(client, event.data.address_id, { ...event.data.personal.address, is_hidden: false });
    case 'ClientAddressHidden':
      return forgetOldest(changeAddress(client, event.data.address_id, { is_hidden: true }));
    case 'PointsAdjusted':
      return { ...client, loyalty_balance: event.data.balance };
    case 'LoyaltyCommitted':
      return { ...client, service_balance: event.data.balance };
    case 'ClientErased':
      return { ...client, phone: null, name: null, is_erased: true, addresses: [] };
  }
};

const changeAddress = (client: Client, addressId: number, change: Partial<ClientAddress>): Client => ({
  ...client,
  addresses: client.addresses.map((address) => (address.id === addressId ? { ...address, ...change } : address)),
});

/** A client that adds and deletes addresses all day must not make the state grow without end. */
const forgetOldest = (client: Client): Client => {
  const hidden = client.addresses.filter((address) => address.is_hidden);
  const oldest = hidden.length > MAX_ADDRESSES ? hidden[0] : undefined;
  return oldest ? { ...client, addresses: client.addresses.filter((address) => address !== oldest) } : client;
};
