import type { EventOf, EventType } from '../../domain/event-catalogue.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import type { BatchWriter, Projection } from './projection.ts';

/** Handlers by event type. Each gets events of its own type alone, with the data that their schema says. */
export type EventHandlers = {
  readonly [Type in EventType]?: (event: Recorded<EventOf<Type>>, write: BatchWriter) => void;
};

export interface ProjectionDefinition extends Omit<Projection, 'on'> {
  readonly on: EventHandlers;
}

/**
 * A read model of the events in the catalogue. The types end here: the engine knows events by their names, and gives each
 * handler those of its own. What their data is was checked by the codec, when they were stored or read.
 */
export const defineProjection = (definition: ProjectionDefinition): Projection => definition as Projection;
