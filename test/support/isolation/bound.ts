import { command, type TestApp } from '../app.ts';
import { clientOf, invite, signedIn } from '../people.ts';
import { definePoint } from '../venue.ts';
import type { Kind } from './ids.ts';
import { leavesOf } from './leaves.ts';
import type { Case } from './requests.ts';
import { rolesOf } from './role-rows.ts';
import { PERMISSIONS, type World } from './world.ts';

/** What is at one point. */
const AT_A_POINT: ReadonlySet<Kind> = new Set<Kind>([
  ...(['point', 'hall', 'table', 'order', 'line', 'closed order', 'closed line', 'shift', 'worked shift'] as const),
  ...(['account', 'reservation', 'zone', 'supply'] as const),
]);

/** The same world for keys of its brand that are bound to another point of it, where nothing is. */
export const boundElsewhere = async (app: TestApp, world: World): Promise<World> => {
  const { venue } = world;
  const point = await definePoint(venue.till);
  const bound = { name: 'bound', point_ids: [point.id] };
  const [partner, till] = await Promise.all([
    command(venue.till, 'IssueKey', {
      ...bound,
      audience: 'partner',
      permissions: PERMISSIONS,
      showcase_ids: [venue.menu_id],
    }),
    command(await app.platform(), 'IssueKey', { ...bound, audience: 'venue', brand_id: venue.brand_id }),
  ]);
  return {
    ...world,
    partner: await app.client(partner.api_key),
    venue: { ...venue, till: await app.client(till.api_key) },
  };
};

/** The same world for a person who is for another point of the brand, where nothing is, and may all that a role can give. */
export const personElsewhere = async (app: TestApp, world: World): Promise<World> => {
  const { id } = await definePoint(world.venue.till);
  return asPerson(app, world, id);
};

/** The same world for an owner of one point. */
export const asPerson = async (app: TestApp, world: World, pointId: string): Promise<World> => {
  const { venue } = world;
  const browser = await signedIn(app.url, await invite(app, venue.brand_id, 'owner', { point_ids: [pointId] }));
  const person = clientOf(app.url, browser);
  return { ...world, partner: person, venue: { ...venue, till: person, auditor: person } };
};

/** Whether a role can give what is asked for: the rest is for keys alone. */
export const isForPeople = ({ place, isCommand }: Case): boolean =>
  rolesOf({ place: isCommand ? `post /venue/v1/commands/${place}` : place }).includes('owner');

/** Whether a request names something that is at a point. */
export const namesAPoint = ({ place, sent }: Case): boolean =>
  [sent.params, sent.query, sent.body].some((part) => leavesOf(place, part).some(({ kind }) => AT_A_POINT.has(kind)));
