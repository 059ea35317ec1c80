import { AsyncLocalStorage } from 'node:async_hooks';
import { parse } from 'node:querystring';
import type { PersonalDataRead } from '../../../domain/personal/readings.ts';
import type { EventStore, RecordedEvent } from '../../../event-store/event-store.ts';
import { hasPersonal } from '../../../event-store/personal-form.ts';
import type { EventSearch } from '../../../projections/event-index/search.ts';
import type { Route } from '../../http/route.ts';
import type { Answer, Outgoing } from '../../http/route-answer.ts';
import type { RouteRequest } from '../../http/route-request.ts';

/** Records that an auditor was shown personal data. Rejects if it cannot be recorded: then nothing may be shown. */
export type NoteReading = (
  reading: PersonalDataRead,
  /** `accountId`: if the auditor is a person. */
  by: { readonly name: string; readonly accountId: number | undefined; readonly requestId: string },
) => Promise<void>;

/** What a request has come to see so far. */
interface Seen {
  isPersonal: boolean;
  clientId: number | null;
}

/** These stay when a person is erased: they say nothing of the person. */
const IDS = /^(client_id|employee_id|account_id)$/;

const saysSomething = (value: unknown): boolean =>
  value !== null && value !== undefined && (typeof value !== 'object' || Object.values(value).some(saysSomething));

/** Whether an event shows anything of a person who was not erased. */
export const isPersonal = ({ data }: Pick<RecordedEvent, 'data'>): boolean => {
  if (!hasPersonal(data)) return false;
  return Object.entries(data.personal).some(([name, value]) => !IDS.test(name) && saysSomething(value));
};

/** The value of an actor may be the name of an employee. A parameter is known by its name as it is read: `%61ctor` is one too. */
const withoutActor = (parameter: string): string => {
  const end = parameter.indexOf('=');
  return end >= 0 && 'actor' in parse(parameter) ? `${parameter.slice(0, end)}=…` : parameter;
};

const requestOf = ({ req }: Pick<RouteRequest, 'req'>): string => {
  const [path, ...query] = req.originalUrl.split('?');
  const parameters = query.join('?').split('&').map(withoutActor).join('&');
  return `${req.method} ${path}${query.length > 0 ? '?' : ''}${parameters}`.slice(0, 1_000);
};

/**
 * Records each request of an auditor that comes to see personal data, once, before anything is answered. It sees what the
 * request reads of the log, so a route need not think of it.
 */
export const createReadings = (note: NoteReading) => {
  const seenBy = new AsyncLocalStorage<Seen>();
  const look = <Events extends readonly RecordedEvent[]>(events: Events): Events => {
    const seen = seenBy.getStore();
    if (seen && !seen.isPersonal) seen.isPersonal = events.some(isPersonal);
    return events;
  };

  const noteFor = (request: RouteRequest, seen: Seen): (() => Promise<void>) => {
    let noted: Promise<void> | undefined;
    return async () => {
      if (!seen.isPersonal) return;
      const { key_id, name } = request.caller;
      const reading = { key_id, brand_id: request.brandId, request: requestOf(request), client_id: seen.clientId };
      noted ??= note(reading, { name, accountId: request.caller.account?.id, requestId: request.requestId });
      await noted;
    };
  };

  return {
    /** The log as audits read it. */
    watch: (store: EventStore): EventStore => ({
      ...store,
      read: async (...asked) => look(await store.read(...asked)),
      readEach: async (...asked) => (await store.readEach(...asked)).map(look),
      readAll: async (...asked) => look(await store.readAll(...asked)),
      readAt: async (positions) => look(await store.readAt(positions)),
    }),
    /** It reads more of the log than it finds. */
    watchSearch: (search: EventSearch): EventSearch => ({
      ...search,
      readAll: async (...asked) => look(await search.readAll(...asked)),
    }),
    /** For what is held outside of the log as well. */
    see: (clientId: number | null): void => {
      const seen = seenBy.getStore();
      if (seen) Object.assign(seen, { isPersonal: true, clientId });
    },
    record: (route: Route): Route => ({
      ...route,
      handler: (request) => {
        const seen: Seen = { isPersonal: false, clientId: null };
        const noteSeen = noteFor(request, seen);
        return seenBy.run(seen, async (): Promise<Answer> => {
          const answer = await route.handler(request);
          await noteSeen();
          if (!('stream' in answer)) return answer;
          const { stream } = answer;
          return { ...answer, stream: (out) => seenBy.run(seen, () => stream(notingFirst(out, noteSeen))) };
        });
      },
    }),
  };
};

export type Readings = ReturnType<typeof createReadings>;

/** Notes what was seen before it is written. */
const notingFirst = (out: Outgoing, noteSeen: () => Promise<void>): Outgoing => ({
  get isFull() {
    return out.isFull;
  },
  signal: out.signal,
  write: async (chunk, signal) => {
    await noteSeen();
    return out.write(chunk, signal);
  },
});
