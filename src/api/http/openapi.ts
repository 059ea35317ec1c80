import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type ResponseConfig,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import type { z } from 'zod';
import { headerComponents, headersOf, requestHeaders } from './openapi-headers.ts';
import { errorSchema } from './response-check.ts';
import { errorStatuses, type Route, type RouteGroup, type Webhook } from './route.ts';
import { isOtherResponse, type ResponseDoc } from './route-answer.ts';

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
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: HOW_TO_AUTHORISE,
  });
  for (const [name, header] of Object.entries(headerComponents)) registry.registerComponent('headers', name, header);
  for (const { base, routes, webhooks = [] } of groups) {
    for (const route of routes) registry.registerPath(describeRoute(base, route));
    for (const webhook of webhooks) registry.registerWebhook(describeWebhook(webhook));
  }
  const generator = new OpenApiGeneratorV31(registry.definitions, { sortComponents: 'alphabetically' });
  const document = generator.generateDocument({ openapi: '3.1.0', info: { ...info }, servers: [{ url: '/' }] });
  // The generator writes them even if there are none.
  if (Object.keys(document.webhooks ?? {}).length === 0) delete document.webhooks;
  return document;
};

const HOW_TO_AUTHORISE =
  'The `access_token` that POST /v1/auth/token answers for an API key. It is good for 30 days, and only for the operations ' +
  'that are for keys of its kind: each says below which those are.';

const describeRoute = (base: string, route: Route): RouteConfig => {
  const path = (base + route.path).replace(/:(\w+)/g, '{$1}');
  const { params, query, body, permission } = route;
  const audiences = typeof route.audience === 'string' ? [route.audience] : route.audience;
  const description = [route.description, forWhom(audiences), permission && `Needs the permission \`${permission}\`.`];
  return {
    method: route.method,
    path,
    operationId: operationId(route.method, path),
    tags: [...route.tags],
    summary: route.summary,
    description: description.filter(Boolean).join('\n\n'),
    security: route.audience === 'public' ? [] : [{ bearer: [] }],
    'x-audiences': audiences,
    request: {
      // Params and queries are always schemas of objects.
      ...(params && { params: params as unknown as Parameters }),
      ...(query && { query: query as unknown as Parameters }),
      ...requestHeaders(route),
      ...(body && { body: { required: isRequired(body), content: { 'application/json': { schema: body } } } }),
    },
    responses: describeResponses(route),
  };
};

/** In words: readers of the page do not see `x-audiences`. */
const forWhom = (audiences: readonly string[]): string => {
  if (audiences.includes('public')) return 'For everybody: no token is asked for.';
  return `For keys of ${audiences.map((audience) => WHO[audience] ?? audience).join(' or ')}.`;
};

const WHO: Readonly<Record<string, string>> = {
  partner: 'partners',
  venue: 'the venue',
  auditor: 'auditors',
  platform: 'the platform',
};

/** A call that we make: its body, and what its receiver answers. */
const describeWebhook = ({ event, summary, description, body }: Webhook): RouteConfig => ({
  method: 'post',
  path: event,
  operationId: operationId('webhook', `/${event}`),
  tags: ['Webhooks'],
  summary,
  description,
  security: [],
  request: { body: { required: true, content: { 'application/json': { schema: body } } } },
  responses: { '2XX': { description: 'Delivered. Anything else is tried again.' } },
});

/** Whether the route needs a body. */
const isRequired = (body: z.ZodType): boolean => !body.safeParse(undefined).success;

/** `get /v1/orders/{order_id}` -> `getV1OrdersOrderId`: what generated clients call it. */
const operationId = (method: string, path: string): string =>
  `${method}${path}`.replace(/[\W_]+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '');

const describeResponses = (route: Route): Responses => {
  const responses: Responses = {};
  for (const [status, doc] of Object.entries(route.responses)) responses[status] = describeResponse(status, doc);
  if (route.hasEtag) responses[304] = { description: 'What the client holds (If-None-Match) is as it is now' };
  for (const status of errorStatuses(route)) responses[status] = describeResponse(String(status), errorSchema);
  for (const [status, response] of Object.entries(responses)) {
    responses[status] = { ...response, headers: headersOf(route, Number(status)) };
  }
  return responses;
};

const describeResponse = (status: string, doc: ResponseDoc): ResponseConfig => {
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

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  200: 'Success',
  201: 'Created',
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
