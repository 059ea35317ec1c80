import type { Entry } from '../history.ts';
import type { Rule } from './evidence.ts';

/**
 * A client that goes on from `next` each time, to the end of the change feed, has seen every reservation as it is in the
 * end. Only clients that came to that end are looked at: the round has them go on when all faults are over.
 */
export const feedsMissNothing: Rule = ({ history, events }) => {
  const finals = new Map<string, string>();
  for (const { stream, data } of events) {
    if (stream.startsWith('reservation_book-') && data.reservation_id && data.status) {
      finals.set(data.reservation_id, data.status);
    }
  }
  const pages = history.filter(({ kind, status }) => kind === 'feed' && status === 200);
  return [...Map.groupBy(pages, ({ client }) => client)].flatMap(([client, read]) => {
    if (read.at(-1)?.phase !== 'recovered') return [];
    const seen = new Map(read.flatMap(({ listed_reservations = [] }: Entry) => listed_reservations));
    const missed = [...finals].filter(([id, status]) => seen.get(id) !== status);
    return missed.map(([id, status]) => ({
      rule: 'feeds miss nothing',
      what: `client ${client} saw reservation ${id} as ${seen.get(id)} last, and it is ${status}`,
      entries: read.filter(({ listed_reservations = [] }) => listed_reservations.some(([listed]) => listed === id)),
      events: events.filter(({ data }) => data.reservation_id === id),
    }));
  });
};
