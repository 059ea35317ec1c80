import type { Address, LoyaltyCommitted } from './events.ts';
import type { Client } from './state.ts';

/** An address as requested. An undefined field stays as it is; in a new address it is null. */
export type GivenAddress = Pick<Address, 'latitude' | 'longitude'> & {
  readonly [Field in keyof Omit<Address, 'latitude' | 'longitude'>]?: Address[Field] | undefined;
};

export type ClientCommand =
  /** Registers the client of this phone, or takes over a new name. */
  | {
      readonly type: 'RegisterClient';
      readonly client: Pick<Client, 'client_id' | 'brand_id' | 'name'> & { readonly phone: string };
      /** The day on the brand's clock. */
      readonly registered_on: string;
    }
  | {
      readonly type: 'AddAddress';
      readonly brand_id: string;
      /** The id of the address if the client has none at this place. */
      readonly address_id: number;
      readonly address: GivenAddress;
      /** The name of a new address without a given name. */
      readonly derived_name: string;
    }
  | { readonly type: 'HideAddress'; readonly brand_id: string; readonly address_id: number }
  | {
      readonly type: 'NoteCommit';
      readonly brand_id: string;
      readonly commit: Omit<LoyaltyCommitted, 'brand_id' | 'client_id'>;
    }
  | { readonly type: 'AdjustPoints'; readonly brand_id: string; readonly amount: number; readonly reason: string }
  | ({ readonly type: 'EraseClient'; readonly brand_id: string } & Erasing)
  /** Orders were placed while the client was being erased. */
  | ({ readonly type: 'EraseClientAgain'; readonly brand_id: string } & Omit<Erasing, 'reason'>);

/** What an erasure is about. */
export interface Erasing {
  readonly reason: string;
  readonly order_ids: readonly number[];
  readonly reservation_ids: readonly string[];
  /** The names of the person in sealed parts of events. */
  readonly subjects: readonly string[];
}

export type GuestCommand = {
  readonly type: 'EraseGuest';
  readonly guest_id: string;
  readonly brand_id: string;
} & Erasing;
