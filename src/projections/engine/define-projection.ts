import type { EventOf, EventType } from '../../domain/event-catalogue.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import type { BatchWriter, Projection } from './projection.ts';

/** Handlers by event type. Each gets only events of its own type, with the data of their schema. */
export type EventHandlers = {
  readonly [Type in EventType]?: (event: Recorded<EventOf<Type>>, write: BatchWriter) => void;
};

export interface ProjectionDefinition extends Omit<Projection, 'on'> {
  readonly on: EventHandlers;
}

/**
 * A read model of the events in the catalogue. The typed part ends here: the engine knows events by their names, and
 * gives each handler those of its own type. The codec checked their data when they were stored or read.
 */
export const defineProjection = (definition: ProjectionDefinition): Projection => definition as Projection;
