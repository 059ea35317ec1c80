import type pg from 'pg';
import type { EventFilter, EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { accountsNamed, namesOfAccounts } from '../../projections/accounts/queries.ts';
import type { EventCount } from '../../projections/event-index/count.ts';
import type { EventSearch } from '../../projections/event-index/search.ts';

/** Puts the names of people into the events they caused. The log has the numbers of their accounts alone. */
export interface ActorNames {
  named(events: readonly RecordedEvent[]): Promise<RecordedEvent[]>;
  /** Finds people by name and login, too: the filter then asks for their numbers as well. */
  search(search: EventSearch): EventSearch;
  count(count: EventCount): EventCount;
  store(store: EventStore): EventStore;
}

export const createActorNames = (pool: pg.Pool): ActorNames => {
  const named = async (events: readonly RecordedEvent[]): Promise<RecordedEvent[]> => {
    const byPeople = events.filter(isByPerson);
    if (byPeople.length === 0) return [...events];
    const ids = [...new Set(byPeople.map(({ metadata }) => Number(metadata.actor.id)))];
    const names = await namesOfAccounts(pool, ids);
    return events.map((event) => {
      const { metadata } = event;
      const person = isByPerson(event) ? names.get(Number(metadata.actor.id)) : undefined;
      if (person?.brand_id !== metadata.brand_id) return event;
      return { ...event, metadata: { ...metadata, actor: { ...metadata.actor, name: person.name } } };
    });
  };

  const withNumbers = async <Filter extends EventFilter | undefined>(filter: Filter): Promise<Filter> => {
    if (filter?.actor === undefined || filter.brandId === undefined) return filter;
    const asked = [filter.actor].flat();
    const found = await Promise.all(asked.map((name) => accountsNamed(pool, filter.brandId!, name)));
    return { ...filter, actor: [...asked, ...found.flat().map(String)] };
  };

  return {
    named,
    search: (search) => ({
      readAll: async (after, limit, filter, signal) =>
        named(await search.readAll(after, limit, await withNumbers(filter), signal)),
    }),
    count: (count) => async (filter, parts, signal) => count(await withNumbers(filter), parts, signal),
    store: (store) => ({
      ...store,
      read: async (...asked) => named(await store.read(...asked)),
      readEach: (streams, limit) =>
        store.readEach(streams, limit).then((all) => Promise.all(all.map((events) => named(events)))),
      readAll: async (...asked) => named(await store.readAll(...asked)),
      readAt: async (positions) => named(await store.readAt(positions)),
    }),
  };
};

const isByPerson = ({ metadata }: RecordedEvent): boolean => metadata?.actor?.kind === 'account';
