import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type ResponseConfig,
  type RouteConfig,
  type ZodContentObject,
} from '@asteasolutions/zod-to-openapi';
import type { z } from 'zod';
import { camelCased } from '../name-forms.ts';
import type { Route, RouteBytes, RouteGroup, Webhook } from '../route.ts';
import { isOtherResponse, type ResponseDoc } from '../route-answer.ts';
import { withAudiencesAtTags } from './audience-document.ts';
import { nameSchemas } from './components.ts';
import { describeFields } from './descriptions.ts';
import { describeErrors, errorComponent, namedResponses } from './errors.ts';
import { extendSchemas } from './extended.ts';
import { headerComponents, headersOf, requestHeaders } from './headers.ts';
import { withIntegerFormats } from './integer-formats.ts';
import { withNullAtValues, withNullTypes, withOneOfNull, withTypeLists } from './nulls.ts';
import { shareParameters } from './parameters.ts';
import { shareResponses } from './shared-responses.ts';
import { shareValues } from './shared-values.ts';
import { TAGS } from './tags.ts';
import { withoutTuples } from './tuples.ts';
import { nameChoices } from './unions.ts';

export interface ApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly contact?: { readonly name: string };
  readonly license?: { readonly name: string; readonly identifier: string };
}

type Responses = RouteConfig['responses'];
type Parameters = NonNullable<NonNullable<RouteConfig['request']>['params']>;

/** The OpenAPI 3.1 document of these routes: the same definitions that check the requests. */
export const createOpenApi = (groups: readonly RouteGroup[], info: ApiInfo): object => {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: HOW_TO_AUTHORISE,
  });
  registry.registerComponent('schemas', 'Error', errorComponent());
  for (const [name, header] of Object.entries(headerComponents)) registry.registerComponent('headers', name, header);
  const routes = groups.flatMap((group) => group.routes);
  for (const { name, response } of namedResponses()) registry.registerComponent('responses', name, response);
  for (const { base, routes, webhooks = [] } of groups) {
    for (const route of routes) registry.registerPath(describeRoute(base, route));
    for (const webhook of webhooks) registry.registerWebhook(describeWebhook(webhook));
  }
  const used = new Set([
    ...routes.flatMap(({ tags }) => tags),
    ...(groups.some(({ webhooks = [] }) => webhooks.length > 0) ? ['Webhooks'] : []),
  ]);
  const generator = new OpenApiGeneratorV31(registry.definitions, { sortComponents: 'alphabetically' });
  const document = generator.generateDocument({
    openapi: '3.1.0',
    info: { ...info },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
  });
  // The generator writes them even if there are none.
  if (Object.keys(document.webhooks ?? {}).length === 0) delete document.webhooks;
  const plain = withTypeLists(withIntegerFormats(withNullTypes(withoutTuples(document))));
  const named = nameChoices(describeFields(withNullAtValues(nameSchemas(plain))));
  const shared = withOneOfNull(extendSchemas(shareValues(named)));
  return withAudiencesAtTags(shareResponses(shareParameters(shared)));
};

const HOW_TO_AUTHORISE =
  'The `access_token` that POST /v1/auth/token answers for an API key. It is good for 30 days, and only for the operations ' +
  'that are for keys of its kind: each says below which those are.';

const describeRoute = (base: string, route: Route): RouteConfig => {
  const path = (base + route.path).replace(/:(\w+)/g, '{$1}');
  const { params, query, body, permission } = route;
  const audiences = [route.audience].flat();
  const description = [
    route.description,
    otherTypes(route),
    forWhom(audiences),
    permission && `Needs the permission \`${permission}\`.`,
  ];
  return {
    method: route.method,
    path,
    operationId: route.operationId,
    tags: [...route.tags],
    summary: route.summary,
    description: description.filter(Boolean).join('\n\n'),
    // The others need what the document says for all.
    ...(route.audience === 'public' && { security: [] }),
    'x-audiences': audiences,
    request: {
      // Params and queries are always schemas of objects.
      ...(params && { params: params as unknown as Parameters }),
      ...(query && { query: query as unknown as Parameters }),
      ...requestHeaders(route),
      ...(body && { body: { required: isRequired(body), content: { 'application/json': { schema: body } } } }),
      ...(route.bytes && { body: { required: true, content: bytesOf(route.bytes) } }),
    },
    responses: describeResponses(route),
  };
};

const bytesOf = ({ types }: RouteBytes): ZodContentObject =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

/** In words: readers of the page do not see `x-audiences`. */
const forWhom = (audiences: readonly string[]): string => {
  if (audiences.includes('public')) return 'For everybody: no token is asked for.';
  if (audiences.includes('person')) return 'For a person who is signed in: the cookie of a session, and no token.';
  return `For ${audiences.map((audience) => WHO[audience] ?? audience).join(' or ')}.`;
};

const WHO: Readonly<Record<string, string>> = {
  partner: 'partners',
  venue: 'the venue',
  auditor: 'auditors',
  platform: 'the platform',
};

/** In words, because generators of clients know one type for each answer. */
const otherTypes = (route: Route): string | undefined => {
  const doc = route.responses[200];
  if (!doc || !isOtherResponse(doc) || !doc.orJson) return undefined;
  const types = [doc.contentType].flat().map((type) => `\`${type}\``);
  return `Answers JSON, or as \`Accept\` asks: ${types.join(' or ')}.`;
};

/** A call that we make: its body, and what its receiver answers. */
const describeWebhook = ({ event, summary, body }: Webhook): RouteConfig => ({
  method: 'post',
  path: event,
  operationId: camelCased(event),
  tags: ['Webhooks'],
  summary,
  security: [],
  request: { body: { required: true, content: { 'application/json': { schema: body } } } },
  responses: { '2XX': { $ref: '#/components/responses/Delivered' } },
});

/** Whether the route needs a body. */
const isRequired = (body: z.ZodType): boolean => !body.safeParse(undefined).success;

const describeResponses = (route: Route): Responses => {
  const responses: Responses = {};
  for (const [status, doc] of Object.entries(route.responses)) {
    responses[status] = { ...describeResponse(status, doc), ...headersIfAny(route, Number(status)) };
  }
  if (route.hasEtag) {
    const description = 'What the client holds (If-None-Match) is as it is now';
    responses[304] = { description, ...headersIfAny(route, 304) };
  }
  return { ...responses, ...describeErrors(route) };
};

const headersIfAny = (route: Route, status: number): Pick<ResponseConfig, 'headers'> => {
  const headers = headersOf(route, status);
  return Object.keys(headers).length > 0 ? { headers } : {};
};

const describeResponse = (status: string, doc: ResponseDoc): ResponseConfig => {
  if (!isOtherResponse(doc)) {
    return { description: SUCCESSES[status] ?? 'Answer', content: { 'application/json': { schema: doc } } };
  }
  const { contentType, description, orJson } = doc;
  if (orJson) return { description, content: { 'application/json': { schema: orJson } } };
  const types = [contentType].flat().map((type) => [type, { schema: { type: 'string' as const } }]);
  return { description, content: Object.fromEntries(types) };
};

const SUCCESSES: Readonly<Record<string, string>> = { 200: 'OK', 201: 'Created', 503: 'Not ready' };
