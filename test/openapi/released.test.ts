import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Node } from '../../src/api/http/openapi/walk.ts';
import { describeApi } from '../../src/cli/openapi.ts';
import { breakingChanges } from '../support/openapi-changes.ts';
import { type ApiShape, shapeOf } from '../support/openapi-shape.ts';

const FILE = new URL('released.json', import.meta.url);
const now = shapeOf(await describeApi());

/** One line for each operation and each schema, so that a change shows itself alone. */
const written = ({ operations, schemas }: ApiShape): string => {
  const lines = (entries: object): string =>
    Object.entries(entries)
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  return `{\n  "operations": {\n${lines(operations)}\n  },\n  "schemas": {\n${lines(schemas)}\n  }\n}\n`;
};

/** On purpose: `npm run released:api`. */
if (process.env.WRITE_RELEASED !== undefined) writeFileSync(FILE, written(now));
const released = JSON.parse(readFileSync(FILE, 'utf8')) as ApiShape;

describe('the API and its released form', () => {
  it('the API takes and answers all that the released one does; a change on purpose: npm run released:api', () => {
    expect(breakingChanges(released, now)).toEqual([]);
  });

  const point: Node = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      phone: { type: ['string', 'null'] },
      status: { $ref: 'Status' },
      inner: { anyOf: [{ $ref: 'Point' }, { type: 'null' }] },
      list: { type: 'array', items: { type: 'integer' } },
    },
    required: ['id', 'status'],
  };
  const api = (schemas: Record<string, Node> = {}, operation: object = {}): ApiShape => ({
    operations: {
      'post /points': {
        parameters: { 'query limit': { schema: { type: 'integer' } } },
        body: { types: { 'application/json': { $ref: 'Point' } } },
        answers: { 200: { types: { 'application/json': { type: 'array', items: { $ref: 'Point' } } } } },
        ...operation,
      },
    },
    schemas: { Point: point, Status: { type: 'string', enum: ['open', 'closed'] }, ...schemas },
  });
  const pointWith = (fields: object, more: object = {}): ApiShape =>
    api({ Point: { ...point, properties: { ...(point.properties as Node), ...fields }, ...more } });
  const { phone: _, ...withoutPhone } = point.properties as Node;
  const inRequest = (text: string) => `post /points: the request${text}`;
  const inAnswer = (text: string) => `post /points: the answer[]${text}`;

  it.each<[what: string, changed: ApiShape, told: string[]]>([
    ['nothing', api(), []],
    ['an operation', { ...api(), operations: {} }, ['post /points: is gone']],
    [
      'a field',
      api({ Point: { ...point, properties: withoutPhone } }),
      [inRequest('.phone is gone'), inAnswer('.phone is gone')],
    ],
    [
      'a name of a schema',
      {
        ...api({ Place: JSON.parse(JSON.stringify(point).replaceAll('"Point"', '"Place"')) as Node }),
        operations: JSON.parse(
          JSON.stringify(api().operations).replaceAll('"Point"', '"Place"'),
        ) as ApiShape['operations'],
      },
      [],
    ],
    ['a new field', pointWith({ extra: { type: 'string' } }), []],
    ['a newly required field', pointWith({}, { required: ['id', 'status', 'phone'] }), [inRequest(' needs phone now')]],
    ['a field that may be left out', pointWith({}, { required: ['id'] }), [inAnswer('.status may be left out now')]],
    [
      'a field of another type',
      pointWith({ id: { type: 'integer' } }),
      [inRequest('.id was string, and is integer'), inAnswer('.id was string, and is integer')],
    ],
    ['a field that may be null', pointWith({ id: { type: ['string', 'null'] } }), [inAnswer('.id may be null now')]],
    [
      'a field that may not be null',
      pointWith({ phone: { type: 'string' } }),
      [inRequest('.phone can not be null any more')],
    ],
    [
      'fewer choices',
      api({ Status: { type: 'string', enum: ['open'] } }),
      [inRequest('.status is never closed any more'), inAnswer('.status is never closed any more')],
    ],
    ['more choices', api({ Status: { type: 'string', enum: ['open', 'closed', 'new'] } }), []],
    [
      'elements of another type',
      pointWith({ list: { type: 'array', items: { type: 'string' } } }),
      [inRequest('.list[] was integer, and is string'), inAnswer('.list[] was integer, and is string')],
    ],
    ['a parameter', api({}, { parameters: {} }), ['post /points: takes no query limit any more']],
    [
      'a required parameter',
      api({}, { parameters: { 'query limit': { schema: { type: 'integer' }, required: true } } }),
      ['post /points: needs query limit now'],
    ],
    [
      'a new required parameter',
      api(
        {},
        { parameters: { ...api().operations['post /points']!.parameters, 'query at': { schema: {}, required: true } } },
      ),
      ['post /points: needs query at now'],
    ],
    [
      'the status of an answer',
      api({}, { answers: { 201: { types: {} } } }),
      ['post /points: answers no 200 any more'],
    ],
    [
      'the type of an answer',
      api({}, { answers: { 200: { types: { 'text/csv': {} } } } }),
      ['post /points: the answer is no application/json any more'],
    ],
  ])('the comparison of %s names what breaks callers', (_what, changed, told) => {
    expect(breakingChanges(api(), changed)).toEqual(told);
  });
});
