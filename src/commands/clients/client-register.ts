import { LRUCache } from 'lru-cache';
import { clientDecider, meaningfulName } from '../../domain/clients/decide.ts';
import type { Identities } from '../claims/identities.ts';
import type { Envelope } from '../loop/envelope.ts';
import type { CommandHandler } from '../loop/handle.ts';
import type { NameBell } from './name-bell.ts';

/** Clients of a brand by phone. */
export interface ClientRegister {
  /**
   * The client of this phone (E.164) in the brand, made if new. A name that says something is kept as the client's
   * name, a blank one never takes its place. Answers client_id. Throws Unavailable; the client may be there then.
   */
  findOrCreate(
    client: { readonly brand_id: string; readonly phone: string; readonly name: string | null },
    envelope: Envelope,
  ): Promise<number>;
  /**
   * The same, of a client this process knows and the name tells nothing new about; otherwise undefined. Costs a read of
   * the log once a minute.
   */
  known(client: {
    readonly brand_id: string;
    readonly phone: string;
    readonly name: string | null;
  }): Promise<number | undefined>;
  /** What the client is called; null: nobody has said. */
  nameOf(clientId: number): Promise<string | null>;
}

export interface ClientRegisterOptions {
  readonly handler: CommandHandler;
  readonly identities: Identities;
  readonly bell: Pick<NameBell, 'ring' | 'heard'>;
}

/** Guests come back: one whose name is what it was costs no append, and a query at most. */
const KNOWN = 20_000;
/** A process that dies before it rings, or whose ring is lost, leaves the others with a name that is none any more. */
const BELIEVED_MS = 60_000;

/** Name of a client who has told none. */
const NAMELESS = '';

export const createClientRegister = ({ handler, identities, bell }: ClientRegisterOptions): ClientRegister => {
  /** By brand and phone. Only of clients that are in the log: whatever crashes, their claim is kept as well. */
  const ids = new LRUCache<string, number>({ max: KNOWN });
  // The clock is looked at once a second, and not at every order.
  const names = new LRUCache<number, string>({ max: KNOWN, ttl: BELIEVED_MS, ttlResolution: 1_000 });
  let rung = 0;
  bell.heard((clientId) => {
    rung += 1;
    if (clientId !== null) names.delete(clientId);
    // To clear even an empty one takes as long as it may become large, and anybody may ring without a pause.
    else if (names.size > 0) names.clear();
  });

  const known: ClientRegister['known'] = async ({ brand_id, phone, name }) => {
    const id = ids.get(`${brand_id}/${phone}`);
    const said = meaningfulName(name);
    return id !== undefined && (said === null || said === (await nameOf(id))) ? id : undefined;
  };

  const findOrCreate: ClientRegister['findOrCreate'] = async (client, envelope) => {
    const unchanged = await known(client);
    if (unchanged !== undefined) return unchanged;
    const { brand_id, phone, name } = client;
    const key = `${brand_id}/${phone}`;
    const said = meaningfulName(name);
    const id = ids.get(key);
    const claim =
      id === undefined
        ? await identities.claim({ kind: 'client', scope: brand_id, key: phone })
        : { id, claimed: false };
    const client_id = claim.id;
    const command = { type: 'RegisterClient' as const, client: { client_id, brand_id, phone, name: said } };
    const rungBefore = rung;
    // Whoever made the claim may be slower than others with the same phone: the log tells who registers the client.
    const options = { fresh: claim.claimed };
    const { state, events } = await handler.handle(clientDecider, client_id, command, envelope, options);
    ids.set(key, client_id);
    // What rang meanwhile may have been about this name: then it is not believed.
    if (rung === rungBefore) names.set(client_id, state?.name ?? NAMELESS);
    if (events.some(({ type }) => type === 'ClientNamed')) await bell.ring(client_id);
    return client_id;
  };

  const nameOf: ClientRegister['nameOf'] = async (clientId) => {
    const rungBefore = rung;
    const known = names.get(clientId);
    if (known !== undefined) return known || null;
    const { state } = await handler.load(clientDecider, clientId);
    if (rung === rungBefore) names.set(clientId, state?.name ?? NAMELESS);
    return state?.name ?? null;
  };

  return { findOrCreate, known, nameOf };
};
