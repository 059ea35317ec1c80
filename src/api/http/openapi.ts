import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import type { z } from 'zod';
import { errorSchema } from './response-check.ts';
import { errorStatuses, isOtherResponse, type ResponseDoc, type Route, type RouteGroup } from './route.ts';

export interface ApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
}

type Responses = RouteConfig['responses'];
type Parameters = NonNullable<NonNullable<RouteConfig['request']>['params']>;

/** The OpenAPI 3.1 document of all routes: the same definitions that check the requests. */
export const createOpenApi = (groups: readonly RouteGroup[], info: ApiInfo): object => {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' });
  for (const { base, routes } of groups) {
    for (const route of routes) registry.registerPath(describeRoute(base, route));
  }
  const generator = new OpenApiGeneratorV31(registry.definitions, { sortComponents: 'alphabetically' });
  return generator.generateDocument({ openapi: '3.1.0', info: { ...info }, servers: [{ url: '/' }] });
};

const describeRoute = (base: string, route: Route): RouteConfig => {
  const path = (base + route.path).replace(/:(\w+)/g, '{$1}');
  const { params, query, body, permission } = route;
  const audiences = typeof route.audience === 'string' ? [route.audience] : route.audience;
  const description = [route.description, permission && `Needs the permission \`${permission}\`.`].filter(Boolean);
  return {
    method: route.method,
    path,
    operationId: operationId(route.method, path),
    tags: [...route.tags],
    summary: route.summary,
    ...(description.length > 0 && { description: description.join('\n\n') }),
    security: route.audience === 'public' ? [] : [{ bearer: [] }],
    'x-audiences': audiences,
    request: {
      ...(params && { params: params as unknown as Parameters }),
      ...(query && { query: query as unknown as Parameters }),
      ...(body && { body: { required: isRequired(body), content: { 'application/json': { schema: body } } } }),
    },
    responses: describeResponses(route),
  };
};

/** Whether the route can't do without a body. */
const isRequired = (body: z.ZodType): boolean => !body.safeParse(undefined).success;

/** `get /v1/orders/{order_id}` -> `getV1OrdersOrderId`: what generated clients call it. */
const operationId = (method: string, path: string): string =>
  `${method}${path}`.replace(/[\W_]+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '');

const describeResponses = (route: Route): Responses => {
  const responses: Responses = {};
  for (const [status, doc] of Object.entries(route.responses)) responses[status] = describeResponse(status, doc);
  if (route.hasEtag) responses[304] = { description: 'What the client holds (If-None-Match) is as it is now' };
  for (const status of errorStatuses(route)) {
    responses[status] = {
      description: ERROR_TEXTS[status] ?? 'Error',
      content: { 'application/json': { schema: errorSchema } },
      ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
    };
  }
  return responses;
};

const describeResponse = (status: string, doc: ResponseDoc): Responses[string] => {
  if (!isOtherResponse(doc)) {
    return { description: STATUS_TEXTS[status] ?? 'Answer', content: { 'application/json': { schema: doc } } };
  }
  const { contentType, description, orJson } = doc;
  return {
    description,
    content: {
      ...(orJson && { 'application/json': { schema: orJson } }),
      ...Object.fromEntries([contentType].flat().map((type) => [type, { schema: { type: 'string' as const } }])),
    },
  };
};

const STATUS_TEXTS: Readonly<Record<string, string>> = { 200: 'Success', 201: 'Created' };

const ERROR_TEXTS: Readonly<Record<number, string>> = {
  400: 'The request or a business rule is not met; the message names the field',
  401: 'No, invalid or expired token or key',
  403: 'The key has no access to this section',
  404: 'Not found, or of another brand',
  409: 'Impossible in the current state',
  413: 'The body is too large',
  429: 'Rate limit exceeded',
  500: 'Server error',
  503: 'Temporarily unavailable; repeat the request',
};

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' as const } } };
