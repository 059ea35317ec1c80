import { LRUCache } from 'lru-cache';
import { clientDecider, meaningfulName } from '../../domain/clients/decide.ts';
import { DEFAULT_TIMEZONE, toLocalDate } from '../../domain/local-time.ts';
import type { SubjectRef } from '../../domain/personal/subject.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { NewKey } from '../../event-store/event-store.ts';
import type { Claim, Identities } from '../claims/identities.ts';
import type { Envelope } from '../loop/envelope.ts';
import type { CommandHandler } from '../loop/handle.ts';
import { Unavailable } from '../loop/unavailable.ts';
import { clientKey, type KeyedHash } from './client-key.ts';
import { createClientMemory } from './client-memory.ts';
import type { NameNotifications } from './name-notifications.ts';
import { type GivenClient, type LookedUp, newClient } from './new-client.ts';

/** Clients of a brand by phone. */
export interface ClientRegister {
  /**
   * The client of this phone (E.164) in the brand; registered if new. A real name becomes the client's name, an empty
   * one never replaces it. Answers client_id. Throws Unavailable; the client may exist then.
   */
  findOrCreate(client: GivenClient, envelope: Envelope): Promise<number>;
  /**
   * The same for a client that this process knows and whose name has not changed; otherwise undefined. It reads the log
   * once a minute.
   */
  known(client: GivenClient): Promise<number | undefined>;
  /** The same for any client: it is looked up, and nothing is recorded. */
  lookUp(client: GivenClient): Promise<LookedUp>;
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
  /** `draftKey` of the subjects (src/personal). */
  readonly draftKey: (ref: SubjectRef) => NewKey;
  /** `readyKey` of the subjects. */
  readonly readyKey: (ref: SubjectRef) => void;
}

const BRANDS = 1_000;
/** Each finds that the client of the phone was erased since the attempt before. */
const ATTEMPTS = 3;

const isErased = (error: unknown): boolean => error instanceof Refusal && error.code === 'client_erased';

const OTHER: LookedUp = { kind: 'other' };

export const createClientRegister = ({
  handler,
  identities,
  nameNotifications,
  hash,
  draftKey,
  readyKey,
}: ClientRegisterOptions): ClientRegister => {
  const memory = createClientMemory(nameNotifications);
  const timezones = new LRUCache<string, string>({ max: BRANDS });

  /** A brand's time zone never changes. */
  const timezoneOf = async (brandId: string): Promise<string> => {
    const known = timezones.get(brandId);
    if (known !== undefined) return known;
    const { state } = await handler.load(brandDecider, brandId);
    if (state) timezones.set(brandId, state.timezone);
    return state?.timezone ?? DEFAULT_TIMEZONE;
  };

  const known: ClientRegister['known'] = async ({ brand_id, phone, name }) => {
    const id = memory.idOf(brand_id, phone);
    const said = meaningfulName(name);
    return id !== undefined && (said === null || said === (await nameOf(id))) ? id : undefined;
  };

  const lookUp: ClientRegister['lookUp'] = async (client) => {
    const { brand_id, phone } = client;
    // Reading the client opens what its key has sealed, and the order is sealed with it: the key need not wait for either.
    const readyKeyOf = (id: number): void => readyKey({ brand_id, kind: 'client', key: String(id) });
    const remembered = memory.idOf(brand_id, phone);
    if (remembered !== undefined) {
      if (memory.nameOf(remembered) === undefined) readyKeyOf(remembered);
      const client_id = await known(client);
      return client_id === undefined ? OTHER : { kind: 'known', client_id };
    }
    const { keep } = memory.reading();
    const key = clientKey(hash, brand_id, phone);
    // An id that is not needed is lost, which is no harm.
    const [found, client_id] = await Promise.all([identities.find(key), identities.mint()]);
    if (found === undefined) {
      const landed = () => keep({ brand_id, phone, client_id, name: meaningfulName(client.name) });
      return { kind: 'new', client: newClient({ client, client_id, key, timezoneOf, draftKey, landed }) };
    }
    readyKeyOf(found);
    const { state } = await handler.load(clientDecider, found);
    const said = meaningfulName(client.name);
    if (state === null || state.is_erased || (said !== null && said !== state.name)) return OTHER;
    keep({ brand_id, phone, client_id: found, name: state.name });
    return { kind: 'known', client_id: found };
  };

  const findOrCreate: ClientRegister['findOrCreate'] = async (client, envelope) => {
    const unchanged = await known(client);
    if (unchanged !== undefined) return unchanged;
    const { brand_id, phone } = client;
    const key = clientKey(hash, brand_id, phone);
    for (let attempt = 1; ; attempt++) {
      const id = memory.idOf(brand_id, phone);
      const claim = id === undefined ? await identities.claim(key) : { id, claimed: false };
      try {
        return await register(client, claim, envelope);
      } catch (error) {
        if (!isErased(error)) throw error;
        if (attempt === ATTEMPTS) throw new Unavailable('the client of this phone is being erased');
        // The phone gets a new client, whether the erasure has come to the claim already or not.
        memory.forgetPhone(brand_id, phone);
        await identities.release(key, claim.id);
      }
    }
  };

  const register = async (
    { brand_id, phone, name }: GivenClient,
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
    const { keep } = memory.reading();
    // The call that made the claim may be slower than others with the same phone: the log decides who registers the
    // client.
    const options = { fresh: claim.claimed };
    const { state, events } = await handler.handle(clientDecider, client_id, command, envelope, options);
    keep({ brand_id, phone, client_id, name: state?.name });
    if (events.some(({ type }) => type === 'ClientNamed')) await nameNotifications.notify(client_id);
    return client_id;
  };

  const nameOf: ClientRegister['nameOf'] = async (clientId) => {
    const remembered = memory.nameOf(clientId);
    if (remembered !== undefined) return remembered;
    const { keepName } = memory.reading();
    const { state } = await handler.load(clientDecider, clientId);
    const name = state?.name ?? null;
    keepName(clientId, name);
    return name;
  };

  const find: ClientRegister['find'] = (brandId, phone) => identities.find(clientKey(hash, brandId, phone));

  return { findOrCreate, known, lookUp, nameOf, find, forget: memory.forgetAll };
};
