import type { ResponseConfig, RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { Route } from '../route.ts';
import { isOtherResponse } from '../route-answer.ts';

type Headers = Extract<NonNullable<ResponseConfig['headers']>, Record<string, unknown>>;

const integer = (description: string) => ({ description, schema: { type: 'integer' as const } });
const text = (description: string) => ({ description, schema: { type: 'string' as const } });

/** Headers that many routes answer, described once. */
export const headerComponents = {
  ETag: text('Names these very bytes; sent as If-None-Match, it answers 304 while they are the same'),
  'Retry-After': integer('Seconds'),
  'Set-Cookie': text('The cookie of the session, for browsers'),
  'X-As-Of-Position': text('As `as_of.position`; not with JSON'),
  'X-Rows-Count': text('The number of rows; not with JSON'),
};

type Named = keyof typeof headerComponents;

/**
 * The headers that an answer of the route may have, in addition to those of every answer: the document's introduction
 * tells of these, because they would be a sixth of its size.
 */
export const headersOf = (route: Route, status: number): Headers => {
  const common: Named[] = [
    ...(route.hasEtag && (status === 200 || status === 304) ? (['ETag'] as const) : []),
    ...((status === 429 || status === 503) && !(status in route.responses) ? (['Retry-After'] as const) : []),
  ];
  if (route.setsCookie && status === 200) common.push('Set-Cookie');
  const doc = route.responses[status];
  const own = doc && isOtherResponse(doc) ? (doc.headers ?? {}) : {};
  return Object.fromEntries([
    ...common.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const),
    ...Object.entries(own).map(([name, description]) => [name, ownHeader(name, description)] as const),
  ]);
};

const ownHeader = (name: string, description: string) => {
  const shared: Readonly<Record<string, { readonly description: string }>> = headerComponents;
  return shared[name]?.description === description ? { $ref: `#/components/headers/${name}` } : text(description);
};

const IF_NONE_MATCH = { 'If-None-Match': 'The ETag of what the client holds: 304 if it is still so' };

/** The request headers that the route reads, in addition to those that every route reads. */
export const requestHeaders = (route: Route): Pick<NonNullable<RouteConfig['request']>, 'headers'> => {
  const read = Object.entries({ ...(route.hasEtag && IF_NONE_MATCH), ...route.requestHeaders });
  if (read.length === 0) return {};
  return {
    headers: z.object(
      Object.fromEntries(read.map(([name, description]) => [name, z.string().optional().meta({ description })])),
    ),
  };
};
