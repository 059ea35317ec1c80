import type pg from 'pg';
import type { EventOf, EventType } from '../../domain/event-catalogue.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import type { Follower } from './process.ts';

export interface FollowerDefinition<Type extends EventType> extends Omit<Follower, 'types' | 'handle' | 'concerns'> {
  readonly types: readonly Type[];
  concerns?(event: Recorded<EventOf<Type>>): boolean;
  handle(events: readonly Recorded<EventOf<Type>>[], tx: pg.PoolClient): Promise<void>;
}

/** A follower of events in the catalogue: it gets those of its types, with the data of their schemas. */
export const defineFollower = <Type extends EventType>(definition: FollowerDefinition<Type>): Follower => definition;
