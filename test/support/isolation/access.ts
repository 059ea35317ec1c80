import { randomUUID } from 'node:crypto';
import type { RouteGroup } from '../../../src/api/http/route.ts';
import type { HttpAnswer, HttpClient } from '../http-client.ts';
import { beginningOf, isEndless } from './endless.ts';

/** A route as whoever may not use it asks for it: no id in it is anything's, and the body is no request. */
export interface Door {
  readonly place: string;
  /** Whose keys may use it, said here once more: a route that lets others in by mistake says nothing of it. */
  readonly audiences: readonly string[];
  readonly permission: string | undefined;
  knock(client: HttpClient): Promise<HttpAnswer>;
}

const OF_PLATFORM_TOO = /^\/venue\/v1\/commands(\/(IssueKey|UpdateKey|RevokeKey))?$/;

/** For whoever is signed in: keys are refused, each with 403. */
const OF_PEOPLE = /^\/venue\/v1\/sessions?(\/|$)/;

const audiencesOf = (path: string, method: string): readonly string[] => {
  if (path === '/v1/auth/token' || path === '/venue/v1/session/accept') return [];
  if (path === '/venue/v1/session' && method === 'post') return [];
  if (OF_PEOPLE.test(path)) return ['person'];
  if (path === '/venue/v1/commands/CreateBrand') return ['platform'];
  if (OF_PLATFORM_TOO.test(path)) return ['venue', 'platform'];
  if (path.startsWith('/v1/')) return ['partner'];
  if (path.startsWith('/venue/v1/')) return ['venue'];
  if (path.startsWith('/audit/v1/')) return ['auditor'];
  throw new Error(`whose is ${path}? Say it in test/support/isolation/access.ts`);
};

const PERMISSIONS: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/(reports|export)\//, 'reports'],
  [/^\/v1\/attendance\//, 'attendance'],
  [/^\/v1\/reservations(\/|$)/, 'table_booking'],
  [/^\/v1\/orders\/[^/]+\/payment$/, 'payments'],
];

export const doorsOf = (groups: readonly RouteGroup[], url: string): Door[] =>
  groups.flatMap(({ base, routes }) =>
    routes.map(({ method, path, ...route }) => ({
      place: `${method} ${base}${path}`,
      audiences: audiencesOf(base + path, method),
      permission: PERMISSIONS.find(([pattern]) => pattern.test(base + path))?.[1],
      knock: (client) => {
        const nothing = (base + path).replace(/:\w+/g, randomUUID());
        if (isEndless(route)) return beginningOf(url + nothing, client.known);
        const headers = { 'content-type': 'application/json' };
        return client.send(method.toUpperCase(), nothing, method === 'get' ? {} : { body: '"nonsense"', headers });
      },
    })),
  );
