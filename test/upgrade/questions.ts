import type { TestApp } from '../support/app.ts';
import { isEndless } from '../support/isolation/endless.ts';
import { casesOf } from '../support/isolation/requests.ts';
import type { World } from '../support/isolation/world.ts';
import { recorded } from '../support/log.ts';
import type { Question } from './answers.ts';

/** Whose token asks for what is below a path. */
const ASKERS: Readonly<Record<string, Question['as']>> = { v1: 'partner', venue: 'till', audit: 'auditor' };

/** Every GET route once, every event, and every order and client as it was and as it became. */
export const questionsOf = async (app: TestApp, world: World): Promise<Question[]> => {
  const endless = new Set(
    app.tillstream.groups.flatMap(({ base, routes }) =>
      routes.filter(isEndless).map(({ method, path }) => `${method} ${base}${path}`),
    ),
  );
  const ofRoutes = casesOf(app, world)
    .filter(({ isRead, place }) => isRead && !endless.has(place))
    .map(({ place, sent }) => {
      const path = place
        .replace(/^get /, '')
        .replace(/:(\w+)/g, (_, name) => String((sent.params as Record<string, unknown>)[name]));
      const query = sent.query ? `?${new URLSearchParams(sent.query as Record<string, string>)}` : '';
      return question(place, path + query);
    });
  const events = await recorded(app.tillstream.store);
  const streams = [...new Set(events.map(({ stream }) => stream))];
  const ofEntity = (category: string, base: string) =>
    streams
      .filter((stream) => stream.startsWith(`${category}-`))
      .map((stream) => `${base}/${stream.slice(category.length + 1)}`)
      .map((path) => question(`get ${base}/:id`, path));
  const ofOrder = events
    .filter(({ stream }) => stream === `order-${world.closed.order_id}`)
    .map(({ position }) => `/audit/v1/orders/${world.closed.order_id}?at=${position}`)
    .map((path) => question('get /audit/v1/orders/:id', path));
  return [
    ...ofRoutes,
    question('get /audit/v1/events', '/audit/v1/events?limit=10000'),
    ...ofEntity('order', '/audit/v1/orders'),
    ...ofEntity('client', '/audit/v1/clients'),
    ...ofOrder,
  ];
};

const question = (place: string, path: string): Question => ({ place, as: ASKERS[path.split('/')[1]!]!, path });
