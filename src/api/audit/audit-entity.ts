import { notFound } from '../../domain/refusal.ts';
import { isOwn, type RecordedEvent } from '../../event-store/event-store.ts';
import type { Moment } from './at.ts';
import type { AnyAuditedEntity, Asker } from './entity.ts';
import { inLogOrder } from './log-order.ts';
import type { HistoryPages } from './read-history.ts';

/** A request for an entity. */
export interface EntityAsker extends Asker {
  readonly params: unknown;
}

/** The events that decide an entity's state at a moment. */
export interface Decisive {
  /** Its own; the last of them says how far the state goes. */
  readonly own: readonly RecordedEvent[];
  /** With those of others that the state tells something of, in log order. */
  readonly all: readonly RecordedEvent[];
}

/** An entity's history, page by page. Throws its not-found refusal before the first page. */
export async function* entityPages(entity: AnyAuditedEntity, asker: EntityAsker): HistoryPages {
  let isKnown = false;
  const pages: HistoryPages = entity.read(asker.params, asker.brandId, asker.signal);
  for await (const page of pages) {
    const events = page.filter(isOwn);
    if (events.length === 0) continue;
    // Another brand's entity does not exist for this auditor.
    if (!isKnown && events[0]!.metadata.brand_id !== asker.brandId) break;
    isKnown = true;
    yield events;
  }
  if (!isKnown) throw entityNotFound(entity, asker);
}

/** Reads an entity's whole history. Throws its not-found refusal. */
export const readEntity = async (entity: AnyAuditedEntity, asker: EntityAsker): Promise<readonly RecordedEvent[]> =>
  (await Array.fromAsync(entityPages(entity, asker))).flat();

/** The schema of an entity's params has ids only. */
export const entityNotFound = ({ notFoundCode }: AnyAuditedEntity, { params }: EntityAsker) =>
  notFound(notFoundCode, params as Record<string, string | number>);

/** Those events of a history that count at the moment. */
export const decisiveAt = async (
  entity: AnyAuditedEntity,
  events: readonly RecordedEvent[],
  moment: Moment,
  asker: EntityAsker,
): Promise<Decisive> => {
  const own = (entity.upTo ?? upToOf)(events, moment);
  const others: readonly RecordedEvent[] = (await entity.beside?.(own, moment, asker)) ?? [];
  return { own, all: others.length === 0 ? own : inLogOrder([...own, ...others]) };
};

/** Each stream up to the moment. */
const upToOf = (events: readonly RecordedEvent[], moment: Moment): readonly RecordedEvent[] => {
  const streams = Map.groupBy(events, ({ stream }) => stream);
  if (streams.size <= 1) return moment.upTo(events);
  return inLogOrder([...streams.values()].flatMap((stream) => moment.upTo(stream)));
};
