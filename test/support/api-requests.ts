import fc from 'fast-check';
import { audiencesOf } from '../../src/api/http/openapi/audience-document.ts';
import { POISON, POISON_SEGMENTS, toJson } from './poison.ts';
import { fromSchema, type RealValues, type Schema } from './schema-arbitrary.ts';

/** The parts of /openapi.json that requests are made from and answers are held against. */
export interface Operation {
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>;
}

export interface OpenApi {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export interface ApiRequest {
  readonly method: string;
  /** As in the documentation, with placeholders. */
  readonly pattern: string;
  /** With its query, as it goes over the wire. */
  readonly path: string;
  /** Whose token: an audience, `none` or `bad`. */
  readonly who: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Where most goes on behind the first checks, and how many requests it gets for one of another route. */
const WEIGHTS: Readonly<Record<string, number>> = {
  'post /v1/orders': 6,
  'post /v1/orders/calculate': 4,
  'post /venue/v1/commands/CloseCheque': 3,
  'post /venue/v1/commands': 3,
  'post /v1/reports/olap': 3,
  'post /v1/reports/olap/details': 2,
  'post /v1/reports/olap/restatement': 2,
};

/**
 * A round: requests for every documented route, in any order. Fitting ones, spoilt ones, and some that are hardly requests.
 * Drawn at random, some routes would get a third of what others get, so it would take twice as many for the same.
 */
export const apiRequests = (document: OpenApi, real: RealValues): fc.Arbitrary<readonly ApiRequest[]> => {
  const requests = Object.entries(document.paths).flatMap(([pattern, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const body = bodyOf(document, pattern, operation, real);
      const one = requestOf(document, [method, pattern, operation], body, real);
      return Array<typeof one>(WEIGHTS[`${method} ${pattern}`] ?? 1).fill(one);
    }),
  );
  const places = requests.keys().toArray();
  const order = fc.shuffledSubarray(places, { minLength: places.length });
  return fc.tuple(order, fc.tuple(...requests)).map(([order, round]) => order.map((place) => round[place]!));
};

const requestOf = (
  document: OpenApi,
  [method, pattern, operation]: readonly [method: string, pattern: string, operation: Operation],
  body: fc.Arbitrary<unknown> | undefined,
  real: RealValues,
) =>
  fc.record<ApiRequest>({
    method: fc.oneof(
      { weight: 60, arbitrary: fc.constant(method.toUpperCase()) },
      { weight: 1, arbitrary: fc.constantFrom('DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD') },
    ),
    pattern: fc.constant(pattern),
    path: fc.tuple(pathOf(pattern, operation, real), queryOf(operation, real)).map((parts) => parts.join('')),
    who: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...audiencesOf(document, operation)) },
      { weight: 1, arbitrary: fc.constantFrom('partner', 'venue', 'auditor', 'platform', 'none', 'bad') },
    ),
    headers: headersOf(body !== undefined),
    body: body ? written(body) : fc.constant(undefined),
  });

const schemaOf = ({ requestBody }: Operation): Schema | undefined => requestBody?.content['application/json']?.schema;

const BATCH = '/venue/v1/commands';

/** The documentation leaves open what a batch holds: it is filled with the commands of all the other routes. */
const bodyOf = (
  { paths }: OpenApi,
  pattern: string,
  operation: Operation,
  real: RealValues,
): fc.Arbitrary<unknown> | undefined => {
  const schema = schemaOf(operation);
  if (!schema || pattern !== BATCH) return schema && fromSchema(schema, 'body', real);
  const commands = Object.entries(paths).flatMap(([path, { post }]) => {
    const input = path.startsWith(`${BATCH}/`) && post && schemaOf(post);
    if (!input) return [];
    const type = path.slice(BATCH.length + 1);
    return fromSchema(input, 'body', real).map((fields) => ({ type, ...(fields as object) }));
  });
  return fc.record({ commands: fc.array(fc.oneof(...commands), { maxLength: 5 }) });
};

const pathOf = (pattern: string, { parameters = [] }: Operation, real: RealValues): fc.Arbitrary<string> => {
  const segments = pattern.split(/(?<=\/)/).map((segment) => {
    const name = /^\{(\w+)\}/.exec(segment)?.[1];
    if (name === undefined) return fc.constant(segment);
    const { schema } = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)!;
    const good = fromSchema(schema, name, real).map((value) => encodeURIComponent(String(value)));
    const bad = fc.constantFrom(...POISON_SEGMENTS);
    const value = fc.oneof({ weight: 8, arbitrary: good }, { weight: 1, arbitrary: bad });
    return value.map((text) => segment.replace(`{${name}}`, () => text));
  });
  return fc.tuple(...segments).map((parts) => parts.join(''));
};

/** Malformed, repeated, nested and unknown parameters. */
const JUNK_QUERIES = [
  '%',
  '%zz=1',
  '=',
  '&&&',
  'a[b]=c',
  'a[]=1&a[]=2',
  '__proto__=1',
  'x=%00',
  `x=${'y'.repeat(5_000)}`,
];

const queryOf = ({ parameters = [] }: Operation, real: RealValues): fc.Arbitrary<string> => {
  const asked = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema }) => {
      const good = fromSchema(schema, name, real).map(String);
      // Longer than this, Node refuses the request line before there is a request.
      const bad = fc.constantFrom(...POISON).map((text) => String(text).slice(0, 500));
      const value = fc.oneof({ weight: 8, arbitrary: good }, { weight: 1, arbitrary: bad });
      const given = value.map((text) => `${name}=${encodeURIComponent(text.toWellFormed())}`);
      const twice = given.map((text) => `${text}&${text}`);
      return fc.oneof(
        { weight: required ? 1 : 10, arbitrary: fc.constant('') },
        { weight: 20, arbitrary: given },
        { weight: 1, arbitrary: twice },
      );
    });
  const junk = fc.oneof(
    { weight: 20, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(...JUNK_QUERIES) },
  );
  return fc.tuple(...asked, junk).map((parts) => {
    const text = parts.filter((part) => part !== '').join('&');
    return text === '' ? '' : `?${text}`;
  });
};

const headersOf = (hasBody: boolean): fc.Arbitrary<Record<string, string>> => {
  const extra = fc.oneof<fc.WeightedArbitrary<Record<string, string>>[]>(
    { weight: 8, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constant({ accept: 'application/x-ndjson' }) },
    { weight: 1, arbitrary: fc.constant({ 'if-none-match': '*' }) },
    { weight: 1, arbitrary: fc.constantFrom('0', '1', '-1', '1e3', 'x').map((id) => ({ 'last-event-id': id })) },
    { weight: 1, arbitrary: fc.constant({ 'x-request-id': 'not one: <script>' }) },
  );
  if (!hasBody) return extra;
  const types = fc.oneof<fc.WeightedArbitrary<Record<string, string>>[]>(
    { weight: 40, arbitrary: fc.constant({ 'content-type': 'application/json' }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Record<string, string>>(
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': 'application/json; charset=utf-7' },
        { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        { 'content-type': 'application/json', 'content-encoding': 'unheard-of' },
      ),
    },
  );
  return fc.tuple(types, extra).map(([type, others]) => ({ ...type, ...others }));
};

const written = (good: fc.Arbitrary<unknown>): fc.Arbitrary<string | undefined> => {
  const spoilt = fc
    .tuple(good, fc.array(spoiling, { minLength: 1, maxLength: 2 }))
    .map(([body, spoilings]) => spoilings.reduce<unknown>(spoil, structuredClone(body)));
  const junk = fc.constantFrom(
    undefined,
    '',
    '{',
    'nul',
    '{"a":}',
    '[1,2',
    '\ufeff{}',
    '"',
    '{}{}',
    '[['.repeat(5_000),
  );
  return fc.oneof(
    { weight: 12, arbitrary: good.map(toJson) },
    { weight: 12, arbitrary: spoilt.map(toJson) },
    { weight: 1, arbitrary: fc.constantFrom(...POISON).map(toJson) },
    { weight: 1, arbitrary: junk },
    { weight: 1, arbitrary: good.map((body) => toJson(body)?.slice(0, -1)) },
  );
};

/** One place of a body, chosen by a number, and what is done to it. */
interface Spoiling {
  readonly place: number;
  readonly how: 'replace' | 'remove' | 'wrap' | 'repeat' | 'add';
  readonly value: unknown;
}

const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  place: fc.nat(),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'wrap', 'repeat', 'add'),
  value: fc.constantFrom(...POISON),
});

const spoil = (body: unknown, { place, how, value }: Spoiling): unknown => {
  const places = placesOf(body);
  const target = places[place % Math.max(1, places.length)];
  if (target === undefined) return value;
  const [holder, key] = target;
  const old = holder[key];
  if (how === 'remove') delete holder[key];
  else if (how === 'wrap') holder[key] = [old];
  else if (how === 'repeat' && Array.isArray(old)) holder[key] = Array(600).fill(old).flat();
  else if (how === 'add') holder[`${key}_`] = value;
  else holder[key] = value;
  return body;
};

type Holder = Record<string, unknown>;

const placesOf = (value: unknown): [Holder, string][] => {
  if (value === null || typeof value !== 'object') return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((key) => [[holder, key] as [Holder, string], ...placesOf(holder[key])]);
};
