import { LRUCache } from 'lru-cache';
import { atMost, keptFor } from '../../concurrency/cache-bounds.ts';
import type { NameNotifications } from './name-notifications.ts';

/** A client as the log has it. */
interface Kept {
  readonly brand_id: string;
  readonly phone: string;
  readonly client_id: number;
  readonly name: string | null | undefined;
}

/**
 * What this process remembers of clients. Guests come back: with an unchanged name they cost no append, and one query at
 * most. Only clients that are in the log are kept: then their claim is kept too, also after a crash.
 */
export interface ClientMemory {
  /** The client of this phone; undefined: not remembered. */
  idOf(brandId: string, phone: string): number | undefined;
  /** The client's name, null for a client without one; undefined: not remembered. */
  nameOf(clientId: number): string | null | undefined;
  /**
   * To be called before the log is read. The answer keeps what was read, unless a notification came in between: that may
   * be about this client.
   */
  reading(): { keep(client: Kept): void; keepName(clientId: number, name: string | null): void };
  forgetPhone(brandId: string, phone: string): void;
  forgetAll(): void;
}

const KNOWN = 20_000;
/** A process that dies before it notifies, or whose notification is lost, leaves the others with an old name. */
const BELIEVED_MS = 60_000;

/** Marks a client without a name. */
const NAMELESS = '';

const placeOf = (brandId: string, phone: string): string => `${brandId}/${phone}`;

export const createClientMemory = (nameNotifications: Pick<NameNotifications, 'onNotified'>): ClientMemory => {
  /** By brand and phone. */
  const ids = new LRUCache<string, number>(atMost(KNOWN));
  const names = new LRUCache<number, string>({ ...atMost(KNOWN), ...keptFor(BELIEVED_MS) });
  let notified = 0;
  nameNotifications.onNotified((clientId) => {
    notified += 1;
    if (clientId !== null) names.delete(clientId);
    // Clearing takes as long as the cache ever was large, even if it is empty now, and any login may notify without a
    // pause.
    else if (names.size > 0) names.clear();
  });

  return {
    idOf: (brandId, phone) => ids.get(placeOf(brandId, phone)),
    nameOf: (clientId) => {
      const name = names.get(clientId);
      return name === NAMELESS ? null : name;
    },
    reading: () => {
      const notifiedBefore = notified;
      const keepName = (clientId: number, name: string | null): void => {
        if (notified === notifiedBefore) names.set(clientId, name ?? NAMELESS);
      };
      return {
        keep: ({ brand_id, phone, client_id, name }) => {
          if (notified === notifiedBefore) ids.set(placeOf(brand_id, phone), client_id);
          keepName(client_id, name ?? null);
        },
        keepName,
      };
    },
    forgetPhone: (brandId, phone) => {
      ids.delete(placeOf(brandId, phone));
    },
    forgetAll: () => {
      notified += 1;
      ids.clear();
      names.clear();
    },
  };
};
