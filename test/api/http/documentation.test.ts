import { describe, expect, it } from 'vitest';
import { describeRoutes } from '../../../src/api/describe-routes.ts';
import { audiencesOf, DOCUMENT_AUDIENCES, documentFor } from '../../../src/api/http/openapi/audience-document.ts';
import { createOpenApi } from '../../../src/api/http/openapi/document.ts';
import { FIELD_DESCRIPTIONS } from '../../../src/api/http/openapi/field-descriptions.ts';
import { nameAt, namedPlaces } from '../../../src/api/http/openapi/names.ts';
import { OPERATION_CODES } from '../../../src/api/http/openapi/operation-codes.generated.ts';
import { createRegistry, operationalRoutes } from '../../../src/api/http/operational.ts';
import { createOperators } from '../../../src/api/http/operators.ts';
import { loadWebhookKinds } from '../../../src/api/webhooks/all-kinds.ts';
import { commandRegistry } from '../../../src/commands/all-commands.ts';
import { dereference, withoutExtending } from '../../support/dereference.ts';

interface Schema {
  readonly type?: string | string[];
  readonly description?: string;
  readonly properties?: Record<string, Schema>;
  readonly [keyword: string]: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
  readonly description: string;
  readonly tags: string[];
  readonly responses: Record<string, { description: string; headers?: Record<string, object> }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks: Record<string, object>;
  readonly tags: { readonly name: string; readonly description: string }[];
  readonly components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, object>;
    headers: Record<string, object>;
    securitySchemes: { bearer: { description: string } };
  };
}

const webhookKinds = await loadWebhookKinds();
const operational = operationalRoutes(
  createRegistry(),
  async () => ({ ready: true, checks: {} }),
  createOperators({ token: undefined, trustProxy: 0 }),
);
const info = { title: 'T', version: '1', description: 'D' };
const groups = [...(await describeRoutes()), operational];
const written = JSON.parse(JSON.stringify(createOpenApi(groups, info))) as Document;
/** As a reader finds a schema: with what it extends. */
const whole = withoutExtending(written);
const document = dereference(written);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
);
/** Every field of every body and answer, however deep, as `name`. */
const fieldsIn = (node: unknown): { name: string; schema: Schema }[] => {
  if (node === null || typeof node !== 'object') return [];
  const { properties } = node as Schema;
  const own = Object.entries(properties ?? {}).map(([name, schema]) => ({ name, schema }));
  return [...own, ...Object.values(node).flatMap(fieldsIn)];
};

const operation = (name: string) => operations.find((one) => one.name === name)!.operation;

describe('what a reader of the documentation is told of', () => {
  it('the documentation says how a moment is written', () => {
    const moments = operations.flatMap(({ name, operation: { parameters = [] } }) =>
      parameters
        .filter(({ in: place, name: own }) => place === 'query' && /^(as_of|at|from|to|changed_since)$/.test(own))
        .map(({ name: own, schema }) => ({ name: `${name} ${own}`, schema })),
    );
    expect(moments.length).toBeGreaterThan(40);
    // Sizes of the log's tree are no moments, and where a moment is an instant alone its format says so.
    for (const { name, schema } of moments.filter(
      ({ schema }) => schema.pattern !== undefined || (schema.type !== 'integer' && schema.format !== 'date-time'),
    )) {
      const pattern = new RegExp(String(schema.pattern), 'u');
      const takes = [schema.example, '2026-03-03T08:00Z', '2026-03-03T08:00:00.123456+0530'].map((text) =>
        pattern.test(String(text)),
      );
      expect({ name, takes, notThis: pattern.test('yesterday') }).toEqual({
        name,
        takes: [true, true, true],
        notThis: false,
      });
    }
  });

  it('the documentation says of each operation whose keys it is for', () => {
    const silent = operations.filter(({ operation }) => {
      const { description } = operation;
      const audiences = audiencesOf(document, operation);
      expect(audiences).not.toEqual([]);
      const who = audiences.includes('public') ? ['everybody'] : audiences;
      return (
        !/For (everybody|a person|(the )?(venue|partners|auditors|platform))/.test(description) ||
        !who.every((one) => description.includes(one))
      );
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
    expect(operation('post /venue/v1/commands/IssueKey').description).toBe('For the platform or the venue.');
    expect(document.components.securitySchemes.bearer.description).toContain('POST /v1/auth/token');
  });

  it('the documentation puts no two APIs under one heading', () => {
    const apis = new Map<string, Set<string>>();
    for (const { path, operation } of operations) {
      for (const tag of operation.tags) {
        apis.set(tag, (apis.get(tag) ?? new Set()).add(/^\/((venue|audit)\/)?v1/.exec(path)?.[0] ?? '/'));
      }
    }
    expect([...apis].filter(([, bases]) => bases.size > 1)).toEqual([]);
  });

  it('the documentation says what each answer is, and which headers it has', () => {
    const answers = operations.flatMap(({ name, operation: { responses } }) =>
      Object.entries(responses).map(([status, response]) => ({ name: `${name} ${status}`, ...response })),
    );
    for (const { name, description } of answers) expect(description, name).not.toBe('Answer');
    const headersOf = (name: string, status: number | 'default') =>
      Object.keys(operation(name).responses[status]!.headers ?? {});
    expect(headersOf('get /v1/points', 200)).toEqual([]);
    expect(headersOf('get /v1/points', 'default')).toEqual(['Retry-After']);
    expect(headersOf('get /v1/nomenclature', 304)).toEqual(['ETag']);
    expect(headersOf('get /v1/export/returns', 200).slice(-2)).toEqual(['X-Has-More', 'X-Next-After-Id']);
  });

  it('the documentation names each operation once, in camelCase, and each schema of a body or an answer', () => {
    const ids = operations.map(({ operation: { operationId } }) => operationId);
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const inline: string[] = [];
    const objects = new Map<string, number>();
    const look = (node: unknown, path: string): void => {
      if (node === null || typeof node !== 'object') return;
      if ('properties' in node && 'type' in node && Object.keys(node.properties as object).length > 0) {
        const text = JSON.stringify(node);
        objects.set(text, (objects.get(text) ?? 0) + 1);
        if (path.startsWith('/paths')) inline.push(path);
      }
      for (const [key, part] of Object.entries(node)) look(part, `${path}/${key}`);
    };
    look(written, '');
    expect(inline).toEqual([]);
    expect([...objects].filter(([, count]) => count > 1)).toEqual([]);
  });

  it('the documentation gives schemas names that a person would give', () => {
    const names = Object.keys(written.components.schemas);
    expect(names.filter((name) => /\d|Option\d|(Answer|Body).+/.test(name))).toEqual([]);
    expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
    const unused = namedPlaces().filter((place) => !names.includes(nameAt(place).name));
    expect(unused, 'chosen for a place that is not there').toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining(['Order', 'OrderItem', 'Menu', 'Reservation', 'Cheque', 'AuditEvent', 'Actor']),
    );
  });

  it('the documentation names parameters that a person would name', () => {
    const { parameters } = written.components;
    expect(Object.keys(parameters).filter((name) => /\d$/.test(name))).toEqual([]);
  });

  it('the documentation says of each parameter and each field what it is', () => {
    const parameters = operations.flatMap(({ name, operation: { parameters = [] } }) =>
      parameters.filter(({ description }) => !description).map((one) => `${name} ${one.name}`),
    );
    expect(parameters).toEqual([]);
    const fields = Object.entries(dereference(written).components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, { description, oneOf }]) => !description && !(oneOf as Schema[] | undefined)?.[0]?.description)
        .map(([field]) => `${name}.${field}`),
    );
    expect(fields).toEqual([]);
  });

  it('the documentation describes only fields that are there', () => {
    const { schemas } = whole.components;
    const fields = new Set(Object.values(schemas).flatMap(({ properties = {} }) => Object.keys(properties)));
    const parameters = new Set(
      operations.flatMap(({ operation: { parameters = [] } }) => parameters.map(({ name }) => name)),
    );
    const isThere = (key: string): boolean => {
      const [name, field] = key.split('.') as [string, string?];
      if (field !== undefined) return schemas[name]?.properties?.[field] !== undefined;
      return name in schemas || fields.has(name) || parameters.has(name);
    };
    expect(Object.keys(FIELD_DESCRIPTIONS).filter((key) => !isThere(key))).toEqual([]);
  });

  it('the documentation puts the commands under their concepts, each with a sentence', () => {
    const headings = new Map(written.tags.map(({ name, description }) => [name, description]));
    for (const {
      operation: { tags },
    } of operations)
      for (const tag of tags) expect(headings.get(tag), tag).toMatch(/\.$/);
    const tagsOf = (type: string) => operation(`post /venue/v1/commands/${type}`).tags;
    expect(tagsOf('AcceptOrder')).toEqual(['Orders of the venue']);
    expect(tagsOf('MoveMoney')).toEqual(['Money']);
    expect(operations.filter(({ operation: { tags } }) => tags.includes('Commands')).map(({ path }) => path)).toEqual([
      '/venue/v1/commands',
      '/venue/v1/command-check',
    ]);
  });

  it('the documentation lists the codes of each operation by status, of operations that there are', () => {
    const ids = operations.map(({ operation: { operationId } }) => operationId);
    expect(Object.keys(OPERATION_CODES).filter((id) => !ids.includes(id))).toEqual([]);
    const told = operations.flatMap(({ operation: { operationId, responses } }) =>
      Object.entries(OPERATION_CODES[operationId] ?? {}).map(([status, codes]) => {
        const { description } = responses[status] ?? responses.default!;
        return codes.filter((code) => !description.includes(`\`${code}\``));
      }),
    );
    expect(told.flat()).toEqual([]);
    expect(operation('post /v1/orders').responses[400]!.description).toContain('`product_in_stop_list`');
    expect(operation('post /v1/reservations').responses[409]!.description).toContain('`table_busy`');
  });

  it('the documentation writes once what many operations answer, and what many fields are', () => {
    const texts = new Map<string, number>();
    const note = (part: object) => texts.set(JSON.stringify(part), (texts.get(JSON.stringify(part)) ?? 0) + 1);
    const answers = Object.values(written.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) => Object.entries(responses)),
    );
    // A success stands at its operation: there are generators that read no body by a reference.
    const isSuccess = (status: string) => status.startsWith('2');
    const referred = answers.filter(([status, response]) => isSuccess(status) && '$ref' in response);
    expect(referred).toEqual([]);
    for (const [status, response] of answers) if (!isSuccess(status)) note(response);
    for (const { properties = {} } of Object.values(written.components.schemas))
      Object.values(properties).forEach(note);
    // A list is as good as its elements.
    const isLong = (text: string) => !/^\{"(\$ref|type":"array)"/.test(text) && text.length > 80;
    expect([...texts].filter(([text, count]) => count > 12 && isLong(text))).toEqual([]);
  });

  it('the documentation stays small enough to be read by programs and pages', () => {
    const kilobytes = (of: object) => Math.ceil(JSON.stringify(of).length / 1000);
    expect(kilobytes(written)).toBeLessThan(662);
    expect(kilobytes(documentFor(written, 'partner'))).toBeLessThan(211);
    expect(kilobytes(documentFor(written, 'venue'))).toBeLessThan(385);
    expect(kilobytes(documentFor(written, 'auditor'))).toBeLessThan(135);
  });

  it('the documentation of an audience has what keys of it may use, and no more', () => {
    const pathsFor = (audience: 'partner' | 'venue' | 'auditor') =>
      Object.keys((documentFor(written, audience) as Document).paths);
    const of = (base: string) => (path: string) => path.startsWith(base);
    expect(pathsFor('partner').filter(of('/venue'))).toEqual([]);
    expect(pathsFor('partner')).toContain('/v1/orders');
    expect(pathsFor('venue').filter(of('/audit'))).toEqual([]);
    expect(pathsFor('venue')).toContain('/venue/v1/commands/AcceptOrder');
    expect(pathsFor('auditor').filter((path) => of('/v1')(path) || of('/venue')(path))).toEqual(['/v1/auth/token']);
    for (const audience of DOCUMENT_AUDIENCES) {
      const own = documentFor(written, audience) as Document;
      // It has all that it refers to, and nothing else.
      expect(dereference(own)).toBeDefined();
      const text = JSON.stringify(own);
      const unused = Object.keys(own.components.schemas).filter((name) => !text.includes(`schemas/${name}"`));
      expect(unused).toEqual([]);
    }
  });

  it('the documentation says of what may be null in forms that generators of clients know', () => {
    const odd: string[] = [];
    const schemas = written.components.schemas as Readonly<Record<string, Schema>>;
    const look = (node: unknown, path: string): void => {
      if (node === null || typeof node !== 'object') return;
      const { type, enum: choices, anyOf, oneOf } = node as Schema;
      // Kiota makes an empty class of a choice between a text or a number and null; of a choice between a list of words or an
      // object and null, the class of the first.
      const [named, ...others] = Array.isArray(oneOf) ? (oneOf as Schema[]) : [];
      const first = schemas[String(named?.$ref).split('/').pop()!];
      if (others[0]?.type === 'null' && first?.enum === undefined && first?.properties === undefined && !first?.allOf)
        odd.push(path);
      // NSwag makes an empty class of a choice between types that could be a list of types.
      const parts = Array.isArray(anyOf) ? (anyOf as Schema[]) : [];
      const isPlain = ({ type, format, enum: words }: Schema) => typeof type === 'string' && !format && !words;
      if (parts.length > 0 && parts.every(isPlain)) odd.push(path);
      const hasNull = [choices, anyOf].some(
        (parts) => Array.isArray(parts) && parts.some((part) => part === null || part.type === 'null'),
      );
      // Of more than two, any: a text, a number, or null.
      if (hasNull && !(Array.isArray(anyOf) && anyOf.length > 2)) odd.push(path);
      const types = [type].flat().filter((one) => one !== 'null');
      if (types.length > 1 && /^\/components\/schemas\/\w+$/.test(path)) odd.push(path);
      for (const [key, part] of Object.entries(node)) look(part, `${path}/${key}`);
    };
    look(written, '');
    expect(odd).toEqual([]);
  });

  it('the documentation says how large integers are', () => {
    const without: string[] = [];
    const look = (node: unknown, path: string): void => {
      if (node === null || typeof node !== 'object') return;
      const { type, format } = node as Schema;
      if ([type].flat().includes('integer') && format === undefined) without.push(path);
      for (const [key, part] of Object.entries(node)) look(part, `${path}/${key}`);
    };
    look(written, '');
    expect(without).toEqual([]);
  });

  const undescribed = (node: unknown, name: RegExp, type: string): string[] =>
    fieldsIn(node)
      .filter(({ schema }) => [schema.type].flat().includes(type) && schema.description === undefined)
      .map((field) => field.name)
      .filter((field) => name.test(field));

  it('the documentation says what the times and the amounts of answers are', () => {
    const silent = operations.flatMap(({ name, operation: { responses } }) => [
      ...undescribed(responses, /(?<!^expires|^sent)_at$|^check_(in|out)$/, 'string').map(
        (field) => `${name} ${field}`,
      ),
      ...undescribed(responses, /^price$|^total$|(^|_)amount$|^discount$/, 'integer').map(
        (field) => `${name} ${field}`,
      ),
    ]);
    expect(silent).toEqual([]);
  });

  it('the documentation says of each field of an order that no caller could guess what it is', () => {
    const fields = Object.fromEntries(
      fieldsIn(operation('post /v1/orders').requestBody).map(({ name, schema }) => [name, schema.description]),
    );
    expect(fields).toMatchObject({
      order_type_id: expect.stringContaining('needs `address`'),
      payment_type_id: expect.stringContaining('category'),
      address: expect.stringContaining('delivery'),
      quantity: expect.stringContaining('3 decimal places'),
      external_id: expect.stringContaining('always'),
      scheduled_at: expect.stringContaining('30 minutes'),
    });
  });

  it('the documentation says of each command what repeats are, and how late it may come', () => {
    const commands = operations.filter(({ path }) => path.startsWith('/venue/v1/commands/'));
    expect(commands).toHaveLength(commandRegistry.size);
    for (const {
      operation: { requestBody },
    } of commands) {
      const fields = Object.fromEntries(fieldsIn(requestBody).map(({ name, schema }) => [name, schema.description]));
      expect(fields.command_id).toContain('duplicate');
      expect(fields.occurred_at).toContain('62 days');
    }
  });

  it('the documentation lets an entry of a batch hold the fields of its command', () => {
    const [entry] = fieldsIn(operation('post /venue/v1/commands').requestBody).map(
      ({ schema }) => schema.items as Schema,
    );
    expect(entry).toMatchObject({ required: ['type', 'command_id'], additionalProperties: true });
    expect(entry!.properties).toMatchObject({ command_id: { format: 'uuid' }, fields: { additionalProperties: true } });
  });

  it('the documentation says of pages how they go on, and of lists what they may hold', () => {
    const asked = operations.flatMap(({ name, operation: { parameters = [] } }) =>
      parameters.filter((one) => one.in === 'query').map((one) => ({ at: `${name} ${one.name}`, ...one })),
    );
    const paging = asked.filter(({ name }) => /^(limit|after|after_id)$/.test(name));
    expect(paging.filter(({ description }) => !description).map(({ at }) => at)).toEqual([]);
    // The pages of the change feed and of webhooks go by cursors of their own, the reservations by date have none.
    const withoutDefault = paging.filter(({ schema }) => schema.default === undefined).map(({ at }) => at);
    expect(withoutDefault).toEqual([
      'get /v1/orders after_id',
      'get /v1/reservations after_id',
      'get /v1/reservations limit',
      'get /v1/webhooks/events after',
      // No page: a feed that begins now, unless told.
      'get /venue/v1/points/{point_id}/stream after',
      // Their ids are no numbers.
      'get /venue/v1/points after_id',
      'get /venue/v1/keys after_id',
      'get /venue/v1/webhooks after_id',
    ]);
    // Those of which only one may be named list them by themselves.
    const statuses = asked.filter(({ name, schema }) => name === 'status' && schema.enum === undefined);
    expect(statuses).toHaveLength(4);
    for (const { schema } of statuses)
      expect(schema).toMatchObject({ type: 'array', items: { enum: expect.any(Array) } });
  });

  it('the documentation says which values are refused', () => {
    const bodyOf = (type: string) =>
      Object.fromEntries(
        fieldsIn(operation(`post /venue/v1/commands/${type}`).requestBody).map(({ name, schema }) => [name, schema]),
      );
    expect(bodyOf('ConfigureWebhook').url).toMatchObject({ format: 'uri' });
    expect(bodyOf('DefineHall').name).toMatchObject({ pattern: '\\S' });
    expect(bodyOf('DefineHall').id).toMatchObject({ type: ['integer', 'null'], maximum: Number.MAX_SAFE_INTEGER });
    expect(bodyOf('SetPrices').days).toMatchObject({ uniqueItems: true });
    expect(JSON.stringify(bodyOf('DefineZone').polygon)).toContain('"maximum":180');
    const points = operation('get /v1/attendance/shifts').parameters!.find(({ name }) => name === 'point_id')!;
    expect(points).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', format: 'uuid' } },
    });
  });

  it('the documentation has every call that is made to partners', () => {
    expect(Object.keys(document.webhooks)).toEqual(webhookKinds.map(({ event }) => event));
    expect(createOpenApi([operational], info)).not.toHaveProperty('webhooks');
  });

  it('the documentation names the webhooks that ConfigureWebhook takes', () => {
    const body = operation('post /venue/v1/commands/ConfigureWebhook').requestBody!.content['application/json'];
    const events = fieldsIn(body).find(({ name }) => name === 'events')!.schema;
    expect(events).toMatchObject({ items: { type: 'string', enum: webhookKinds.map(({ event }) => event) } });
  });
});
