import { LRUCache } from 'lru-cache';
import { clientDecider, meaningfulName } from '../../domain/client/decide.ts';
import type { Envelope } from '../envelope.ts';
import type { CommandHandler } from '../handle.ts';
import type { Identities } from '../identities.ts';

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
}

/** Guests come back: one whose name is what it was costs neither a query nor an append. */
const KNOWN = 20_000;

interface Known {
  readonly client_id: number;
  readonly name: string | null;
}

export const createClientRegister = (options: {
  readonly handler: CommandHandler;
  readonly identities: Identities;
}): ClientRegister => {
  const { handler, identities } = options;
  /** By brand and phone. Only of clients that are in the log: whatever crashes, their claim is kept as well. */
  const known = new LRUCache<string, Known>({ max: KNOWN });

  const findOrCreate: ClientRegister['findOrCreate'] = async ({ brand_id, phone, name }, envelope) => {
    const key = `${brand_id}/${phone}`;
    const before = known.get(key);
    const said = meaningfulName(name);
    if (before && (said === null || said === before.name)) return before.client_id;
    const claim = before
      ? { id: before.client_id, claimed: false }
      : await identities.claim({ kind: 'client', scope: brand_id, key: phone });
    const client_id = claim.id;
    const command = { type: 'RegisterClient' as const, client: { client_id, brand_id, phone, name: said } };
    // Whoever made the claim may be slower than others with the same phone: the log tells who registers the client.
    const { state } = await handler.handle(clientDecider, client_id, command, envelope, { fresh: claim.claimed });
    known.set(key, { client_id, name: state?.name ?? null });
    return client_id;
  };

  return { findOrCreate };
};
