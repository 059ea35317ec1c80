import type { Address } from './events.ts';
import type { Client } from './state.ts';

/** An address as it is asked for: what is undefined stays as it is, or is null in a new one. */
export type GivenAddress = Pick<Address, 'latitude' | 'longitude'> & {
  readonly [Field in keyof Omit<Address, 'latitude' | 'longitude'>]?: Address[Field] | undefined;
};

export type ClientCommand =
  /** Registers the client of this phone, or takes over the name where it says something new. */
  | {
      readonly type: 'RegisterClient';
      readonly client: Pick<Client, 'client_id' | 'brand_id' | 'phone' | 'name'>;
    }
  | {
      readonly type: 'AddAddress';
      readonly brand_id: string;
      /** The id it gets if the client has no address at this place. */
      readonly address_id: number;
      readonly address: GivenAddress;
      /** The name it gets if it is new and was given none. */
      readonly derived_name: string;
    }
  | { readonly type: 'HideAddress'; readonly brand_id: string; readonly address_id: number }
  | { readonly type: 'AdjustPoints'; readonly brand_id: string; readonly amount: number; readonly reason: string };
