import { describe, expect, it } from 'vitest';
import { type ApiDependencies, routeGroups } from '../../../src/api/api.ts';
import { createOpenApi } from '../../../src/api/http/openapi.ts';
import { createRegistry, operationalRoutes } from '../../../src/api/http/operational.ts';
import { commandRegistry } from '../../../src/commands/registry.ts';
import { WEBHOOK_EVENTS } from '../../../src/domain/access-key/events.ts';

interface Operation {
  readonly description: string;
  readonly tags: string[];
  readonly 'x-audiences': string[];
  readonly responses: Record<string, { description: string; headers: Record<string, { $ref?: string }> }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks: Record<string, object>;
  readonly components: { headers: Record<string, object>; securitySchemes: { bearer: { description: string } } };
}

/** Of every route there is, of which nothing is asked here: no route needs what it works with to be described. */
const deps = { bus: { definitions: commandRegistry }, smsOutbox: {} } as unknown as ApiDependencies;
const operational = operationalRoutes(createRegistry(), async () => ({ ready: true, checks: {} }));
const info = { title: 'T', version: '1', description: 'D' };
const document = JSON.parse(JSON.stringify(createOpenApi([...routeGroups(deps), operational], info))) as Document;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
);
const operation = (name: string) => operations.find((one) => one.name === name)!.operation;

describe('what a reader of the documentation is told of', () => {
  it('says of each operation whose keys it is for', () => {
    const silent = operations.filter(({ operation: { description, 'x-audiences': audiences } }) => {
      const who = audiences.includes('public') ? ['everybody'] : audiences;
      return !/For (keys of|everybody)/.test(description) || !who.every((one) => description.includes(one));
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
    expect(operation('post /venue/v1/commands/IssueKey').description).toBe('For keys of the platform or the venue.');
    expect(document.components.securitySchemes.bearer.description).toContain('POST /v1/auth/token');
  });

  it('puts no two APIs under one heading', () => {
    const apis = new Map<string, Set<string>>();
    for (const { path, operation } of operations) {
      for (const tag of operation.tags) {
        apis.set(tag, (apis.get(tag) ?? new Set()).add(/^\/((venue|audit)\/)?v1/.exec(path)?.[0] ?? '/'));
      }
    }
    expect([...apis].filter(([, bases]) => bases.size > 1)).toEqual([]);
  });

  it('says what each answer is, and which headers it has', () => {
    const answers = operations.flatMap(({ name, operation: { responses } }) =>
      Object.entries(responses).map(([status, response]) => ({ name: `${name} ${status}`, ...response })),
    );
    for (const { name, description, headers } of answers) {
      expect(description, name).not.toBe('Answer');
      expect(headers, name).toHaveProperty('X-Request-Id');
      for (const { $ref } of Object.values(headers)) {
        if ($ref) expect(document.components.headers).toHaveProperty($ref.split('/').at(-1)!);
      }
    }
    const headersOf = (name: string, status: number) => Object.keys(operation(name).responses[status]!.headers);
    const quota = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'];
    expect(headersOf('get /v1/points', 200)).toEqual(['X-Request-Id', ...quota]);
    expect(headersOf('get /v1/points', 401)).toEqual(['X-Request-Id']);
    expect(headersOf('get /v1/points', 429)).toEqual(['X-Request-Id', ...quota, 'Retry-After']);
    expect(headersOf('get /health/live', 200)).toEqual(['X-Request-Id']);
    expect(headersOf('get /v1/nomenclature', 304)).toEqual(['X-Request-Id', ...quota, 'ETag']);
    expect(headersOf('get /v1/export/returns', 200).slice(-2)).toEqual(['X-Has-More', 'X-Next-After-Id']);
  });

  it('has every call that is made to partners', () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS]);
    expect(createOpenApi([operational], info)).not.toHaveProperty('webhooks');
  });
});
