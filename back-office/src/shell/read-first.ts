import { placeOf } from '../place.ts';
import { pointsQuery } from '../points.ts';
import { queryClient } from '../query-client.ts';
import { boardQuery } from '../reading/board.ts';
import { sessionQuery } from '../session/session.ts';

/** Reads what the first page needs while its program is still on its way: a page that is drawn whole at once is there sooner. */
export const readFirst = async (): Promise<void> => {
  const person = await queryClient.fetchQuery(sessionQuery);
  if (person === null) return;
  const points = await queryClient.fetchQuery(pointsQuery);
  const { point: asked, at } = placeOf(Object.fromEntries(new URLSearchParams(location.search)));
  const point = points.find(({ id }) => id === asked) ?? points[0];
  if (!point || at !== undefined || !person.may.readings.includes('getBoard')) return;
  await queryClient.prefetchQuery(boardQuery(point.id, { at, asAuditor: false }));
};
