import type { Actor, EventFilter, RecordedEvent } from './event-store.ts';

/** EventFilter as a predicate: for stores that cannot filter, or not by all of it. */
export const matches = (filter: EventFilter): ((event: RecordedEvent) => boolean) => {
  const { stream, category, types, brandId, pointId } = filter;
  const actors = filter.actor === undefined ? undefined : [filter.actor].flat();
  // Instants, not Dates: bounds may be finer than a millisecond.
  const from = filter.from === undefined ? undefined : Temporal.Instant.from(filter.from);
  const to = filter.to === undefined ? undefined : Temporal.Instant.from(filter.to);
  return (event) => {
    const { metadata } = event;
    if (stream !== undefined && event.stream !== stream) return false;
    if (category !== undefined && !event.stream.startsWith(`${category}-`)) return false;
    if (category !== undefined && event.stream.split('-', 1)[0] !== category) return false;
    if (types !== undefined && !types.includes(event.type)) return false;
    if (brandId !== undefined && metadata.brand_id !== brandId) return false;
    if (pointId !== undefined && metadata.point_id !== pointId) return false;
    if (actors !== undefined && !actors.some((actor) => isActor(metadata, actor))) return false;
    if (!from && !to) return true;
    const recorded = Temporal.Instant.from(event.recorded_at);
    if (from && Temporal.Instant.compare(recorded, from) < 0) return false;
    return !to || Temporal.Instant.compare(recorded, to) < 0;
  };
};

/** Another program that writes into the same EventStoreDB may leave it out. */
const isActor = (metadata: { readonly actor?: Actor | null }, wanted: string): boolean =>
  metadata.actor?.id === wanted || metadata.actor?.name === wanted;
