import type { ClientCommand } from '../../domain/clients/commands.ts';
import { clientDecider, meaningfulName } from '../../domain/clients/decide.ts';
import type { ClientEvent } from '../../domain/clients/events.ts';
import type { ClientState } from '../../domain/clients/state.ts';
import { toLocalDate } from '../../domain/local-time.ts';
import type { SubjectRef } from '../../domain/personal/subject.ts';
import type { NewKey } from '../../event-store/event-store.ts';
import type { IdentityKey } from '../claims/identities.ts';
import type { Beginning, Bringing } from '../loop/begin-both.ts';

export interface GivenClient {
  readonly brand_id: string;
  readonly phone: string;
  readonly name: string | null;
}

/** What the register knows of the client of a phone. */
export type LookedUp =
  /** The client is in the log, with this name. */
  | { readonly kind: 'known'; readonly client_id: number }
  /** The phone is free: it was never claimed. */
  | { readonly kind: 'new'; readonly client: NewClient }
  /** Anything else: `findOrCreate` finds out, and records what there is to record. */
  | { readonly kind: 'other' };

/** A client who is registered along with something else, under an id that only this caller knows. */
export interface NewClient {
  readonly client_id: number;
  readonly name: string | null;
  /** What to record, for `beginBoth`. If that fails, the id is never used. */
  begin(occurredAt: string): Promise<Beginning<ClientState, ClientCommand, ClientEvent> & Bringing>;
  /** It was recorded. */
  landed(): void;
}

export interface NewClientOptions {
  readonly client: GivenClient;
  readonly client_id: number;
  readonly key: IdentityKey;
  /** Of a brand: its time zone. */
  readonly timezoneOf: (brandId: string) => Promise<string>;
  readonly draftKey: (ref: SubjectRef) => NewKey;
  readonly landed: () => void;
}

export const newClient = ({ client, client_id, key, timezoneOf, draftKey, landed }: NewClientOptions): NewClient => {
  const { brand_id, phone } = client;
  const name = meaningfulName(client.name);
  return {
    client_id,
    name,
    begin: async (occurredAt) => {
      const registered_on = toLocalDate(occurredAt, await timezoneOf(brand_id));
      return {
        decider: clientDecider,
        id: client_id,
        command: { type: 'RegisterClient', client: { client_id, brand_id, phone, name }, registered_on },
        claim: { ...key, id: client_id },
        key: draftKey({ brand_id, kind: 'client', key: String(client_id) }),
      };
    },
    landed,
  };
};
