import { LRUCache } from 'lru-cache';
import { atMost } from '../../database/at-most.ts';
import { clientDecider, meaningfulName } from '../../domain/clients/decide.ts';
import { DEFAULT_TIMEZONE, toLocalDate } from '../../domain/local-time.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Claim, Identities } from '../claims/identities.ts';
import type { Envelope } from '../loop/envelope.ts';
import type { CommandHandler } from '../loop/handle.ts';
import { Unavailable } from '../loop/unavailable.ts';
import { clientKey, type KeyedHash } from './client-key.ts';
import type { NameNotifications } from './name-notifications.ts';
import type { PlainPhones } from './plain-phones.ts';

/** Clients of a brand by phone. */
export interface ClientRegister {
  /**
   * The client of this phone (E.164) in the brand; registered if new. A real name becomes the client's name, an empty
   * one never replaces it. Answers client_id. Throws Unavailable; the client may exist then.
   */
  findOrCreate(
    client: { readonly brand_id: string; readonly phone: string; readonly name: string | null },
    envelope: Envelope,
  ): Promise<number>;
  /**
   * The same for a client that this process knows and whose name has not changed; otherwise undefined. It reads the log
   * once a minute.
   */
  known(client: {
    readonly brand_id: string;
    readonly phone: string;
    readonly name: string | null;
  }): Promise<number | undefined>;
  /** The client's name; null: unknown. */
  nameOf(clientId: number): Promise<string | null>;
  /** The client of this phone; undefined: there is none. */
  find(brandId: string, phone: string): Promise<number | undefined>;
  /** Somebody was erased: forgets all clients that are in memory. */
  forget(): void;
}

export interface ClientRegisterOptions {
  readonly handler: CommandHandler;
  readonly identities: Identities;
  readonly nameNotifications: Pick<NameNotifications, 'notify' | 'onNotified'>;
  /** Of the phones in claims. */
  readonly hash: KeyedHash;
  readonly plainPhones: Pick<PlainPhones, 'settle'>;
}

/** Guests come back: with an unchanged name they cost no append, and one query at most. */
const KNOWN = 20_000;
const BRANDS = 1_000;
/** A process that dies before it notifies, or whose notification is lost, leaves the others with an old name. */
const BELIEVED_MS = 60_000;
/** Each finds that the client of the phone was erased since the attempt before. */
const ATTEMPTS = 3;

const isErased = (error: unknown): boolean => error instanceof Refusal && error.code === 'client_erased';

/** Marks a client without a name. */
const NAMELESS = '';

export const createClientRegister = ({
  handler,
  identities,
  nameNotifications,
  hash,
  plainPhones,
}: ClientRegisterOptions): ClientRegister => {
  /** By brand and phone. Only clients that are in the log: then their claim is kept too, also after a crash. */
  const ids = new LRUCache<string, number>(atMost(KNOWN));
  // The clock is read once a second, and not for every order.
  const names = new LRUCache<number, string>({ ...atMost(KNOWN), ttl: BELIEVED_MS, ttlResolution: 1_000 });
  const timezones = new LRUCache<string, string>({ max: BRANDS });
  let notified = 0;
  nameNotifications.onNotified((clientId) => {
    notified += 1;
    if (clientId !== null) names.delete(clientId);
    // Clearing takes as long as the cache ever was large, even if it is empty now, and any login may notify without a
    // pause.
    else if (names.size > 0) names.clear();
  });

  /** A brand's time zone never changes. */
  const timezoneOf = async (brandId: string): Promise<string> => {
    const known = timezones.get(brandId);
    if (known !== undefined) return known;
    const { state } = await handler.load(brandDecider, brandId);
    if (state) timezones.set(brandId, state.timezone);
    return state?.timezone ?? DEFAULT_TIMEZONE;
  };

  const known: ClientRegister['known'] = async ({ brand_id, phone, name }) => {
    const id = ids.get(`${brand_id}/${phone}`);
    const said = meaningfulName(name);
    return id !== undefined && (said === null || said === (await nameOf(id))) ? id : undefined;
  };

  const findOrCreate: ClientRegister['findOrCreate'] = async (client, envelope) => {
    const unchanged = await known(client);
    if (unchanged !== undefined) return unchanged;
    const { brand_id, phone } = client;
    await plainPhones.settle(brand_id, phone);
    const key = clientKey(hash, brand_id, phone);
    for (let attempt = 1; ; attempt++) {
      const id = ids.get(`${brand_id}/${phone}`);
      const claim = id === undefined ? await identities.claim(key) : { id, claimed: false };
      try {
        return await register(client, claim, envelope);
      } catch (error) {
        if (!isErased(error)) throw error;
        if (attempt === ATTEMPTS) throw new Unavailable('the client of this phone is being erased');
        // The phone gets a new client, whether the erasure has come to the claim already or not.
        ids.delete(`${brand_id}/${phone}`);
        await identities.release(key, claim.id);
      }
    }
  };

  const register = async (
    { brand_id, phone, name }: Parameters<ClientRegister['findOrCreate']>[0],
    claim: Pick<Claim, 'id' | 'claimed'>,
    envelope: Envelope,
  ): Promise<number> => {
    const said = meaningfulName(name);
    const client_id = claim.id;
    const registered_on = toLocalDate(envelope.occurred_at, await timezoneOf(brand_id));
    const command = {
      type: 'RegisterClient' as const,
      client: { client_id, brand_id, phone, name: said },
      registered_on,
    };
    const notifiedBefore = notified;
    // The call that made the claim may be slower than others with the same phone: the log decides who registers the
    // client.
    const options = { fresh: claim.claimed };
    const { state, events } = await handler.handle(clientDecider, client_id, command, envelope, options);
    // A notification that came meanwhile may have been about this client: then neither is trusted.
    if (notified === notifiedBefore) {
      ids.set(`${brand_id}/${phone}`, client_id);
      names.set(client_id, state?.name ?? NAMELESS);
    }
    if (events.some(({ type }) => type === 'ClientNamed')) await nameNotifications.notify(client_id);
    return client_id;
  };

  const nameOf: ClientRegister['nameOf'] = async (clientId) => {
    const notifiedBefore = notified;
    const known = names.get(clientId);
    if (known !== undefined) return known || null;
    const { state } = await handler.load(clientDecider, clientId);
    if (notified === notifiedBefore) names.set(clientId, state?.name ?? NAMELESS);
    return state?.name ?? null;
  };

  const forget = (): void => {
    notified += 1;
    ids.clear();
    names.clear();
  };

  const find: ClientRegister['find'] = async (brandId, phone) => {
    await plainPhones.settle(brandId, phone);
    return identities.find(clientKey(hash, brandId, phone));
  };

  return { findOrCreate, known, nameOf, find, forget };
};
