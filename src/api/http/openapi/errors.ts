import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { errorSchema } from '../response-check.ts';
import { errorStatuses, type Route } from '../route.ts';
import { codesOf } from './operation-codes.ts';

/** What each status means, and the name of its answer in the document. */
const ERRORS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'A rule is not met; `field` names the field. `field_…` and `body_…`: how it is written'],
  401: ['Unauthorized', 'No, invalid or expired token or key'],
  403: ['Forbidden', 'The key has no access to this section'],
  404: ['NotFound', 'Not found, or of another brand'],
  409: ['Conflict', 'Impossible in the current state'],
  413: ['TooLarge', 'The body is too large'],
  429: ['TooManyRequests', 'Rate limit exceeded'],
  500: ['ServerError', 'Server error'],
  503: ['Unavailable', 'Temporarily unavailable; repeat the request'],
};

/** The schema of every error. Routes refer to it by its name alone, so it is made here. */
export const errorComponent = (): object => {
  const { $schema: _schema, id: _id, ...schema } = z.toJSONSchema(errorSchema, { io: 'input' });
  return schema;
};

/** Errors that follow from how any request is read and counted: `default` stands for them, so that clients have one type. */
const OF_ANY_ROUTE: ReadonlySet<number> = new Set([401, 403, 413, 429, 500, 503]);

/** Errors that many routes have: they stand at a route if it has codes of its own for them. */
const OF_MANY_ROUTES: readonly number[] = [400, 409];

/**
 * The error answers of a route. That a request may be written wrongly, or come too late, is said once, at the error of any
 * route: 400 and 409 stand here if the route has codes of its own for them, or no other error.
 */
export const describeErrors = (route: Route): RouteConfig['responses'] => {
  const all = errorStatuses(route).filter((status) => !OF_ANY_ROUTE.has(status));
  const isBare = (status: number): boolean =>
    OF_MANY_ROUTES.includes(status) && codesOf(route.operationId)[status] === undefined;
  const told = all.filter((status) => !isBare(status));
  const own = told.length > 0 ? told : all.slice(0, 1);
  return Object.fromEntries([
    ...own.map((status) => [status, { ...referTo(ERRORS[status]![0]), ...codesAt(route, [status]) }] as const),
    ['default', { ...referTo('Error'), ...codesAt(route, [...OF_ANY_ROUTE]) }] as const,
  ]);
};

/** The codes of the operation's own, as the answer's description. Those of any request stand in the component's. */
const codesAt = (route: Route, statuses: readonly number[]): { description?: string } => {
  const codes = statuses.flatMap((status) => codesOf(route.operationId)[status] ?? []);
  return codes.length > 0 ? { description: codes.map((code) => `\`${code}\``).join(', ') } : {};
};

const referTo = (name: string) => ({ $ref: `#/components/responses/${name}` });

const others = [...OF_MANY_ROUTES, ...OF_ANY_ROUTE]
  .sort((a, b) => a - b)
  .map((status) => `${status}: ${ERRORS[status]![1]}.`)
  .join(' ');

/** The error answers of all routes, and the answer to a webhook, by name. */
export const namedResponses = () => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const own = Object.entries(ERRORS)
    .filter(([status]) => !OF_ANY_ROUTE.has(Number(status)))
    .map(([, [name, description]]) => ({ name, response: { description, content } }));
  const headers = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };
  return [
    ...own,
    { name: 'Error', response: { description: others, headers, content } },
    { name: 'Delivered', response: { description: 'Delivered. Anything else is tried again.' } },
  ];
};
