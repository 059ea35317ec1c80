import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { describeRoutes, describeServed } from '../../../src/api/describe-routes.ts';
import { documentsInThread } from '../../../src/api/documents-in-thread.ts';
import { makeDocuments, PLAIN_DOCUMENTS, READERS } from '../../../src/api/http/documents.ts';
import { createOpenApi } from '../../../src/api/http/openapi/document.ts';
import { servePrecompressed } from '../../../src/api/http/precompressed.ts';
import { defineRoute } from '../../../src/api/http/route.ts';
import { dereference } from '../../support/dereference.ts';
import { leastOf } from '../../support/least-of.ts';
import { type FakeApp, startFakeApp } from './fake-app.ts';
import { fakeRoutes } from './fake-routes.ts';
import { streamRoutes } from './stream-routes.ts';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly security?: object[];
  readonly tags: string[];
  readonly parameters?: { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

interface Document {
  readonly openapi: string;
  readonly info: object;
  readonly security: object[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, object>; securitySchemes: object };
}

/** The processor time of this thread that the work takes, in milliseconds. */
const threadTimeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

let app: FakeApp;
/** As it is served, and with each reference replaced by what it names. */
let written: Document;
let document: Document;

beforeAll(async () => {
  app = await startFakeApp([...fakeRoutes, ...streamRoutes([])]);
  written = (await app.ask('GET', '/openapi.json')).body as unknown as Document;
  document = dereference(written);
});
afterAll(() => app.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
  );
const operation = (name: string) => operations().find((one) => one.name === name)!.operation;

describe('/openapi.json', () => {
  it('/openapi.json is OpenAPI 3.1 with every route of every group', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toEqual({ title: 'Fake', version: '1', description: 'Made up' });
    expect(operations().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['post /v1/auth/token', 'get /v1/things/{thing_id}', 'get /health/ready', 'get /metrics']),
    );
    expect(operations()).toHaveLength(fakeRoutes.length + 7);
  });

  it('/openapi.json is compressed once, and not sent again to who has it', async () => {
    const ask = (headers: Record<string, string>) => app.send('GET', '/openapi.json', { headers });
    const sizes: Record<string, number> = {};
    for (const encoding of ['identity', 'gzip', 'br']) {
      const response = await ask({ 'accept-encoding': encoding });
      expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(response.headers.get('cache-control')).toBe('public, no-cache');
      sizes[encoding] = Number(response.headers.get('content-length'));
      expect(await response.json()).toEqual(written);
      const etag = response.headers.get('etag')!;
      const again = await ask({ 'accept-encoding': encoding, 'if-none-match': etag });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      const other = await ask({ 'accept-encoding': encoding, 'if-none-match': '"other"' });
      expect(other.status).toBe(200);
    }
    expect(sizes.gzip! * 4).toBeLessThan(sizes.identity!);
    expect(sizes.br!).toBeLessThan(sizes.gzip!);
  });

  it('/openapi.json and /health/live may be read by a page of any origin, and nothing else may', async () => {
    const headers = { origin: 'https://shop.example', authorization: `Bearer ${app.tokenOf()}` };
    const allowed = async (path: string, method = 'GET') =>
      (await app.send(method, path, { headers })).headers.get('access-control-allow-origin');
    const open = [
      '/openapi.json',
      '/openapi/partner.json',
      '/openapi/venue.json',
      '/openapi/auditor.json',
      '/health/live',
    ];
    for (const path of open) expect([path, await allowed(path)]).toEqual([path, '*']);
    const closed = ['/docs', '/docs/start.js', '/health/ready', '/metrics', '/v1/things/1', '/v1/report', '/nowhere'];
    for (const path of closed) expect([path, await allowed(path)]).toEqual([path, null]);
    expect(await allowed('/v1/things', 'OPTIONS')).toBe(null);
  });

  it('/openapi.json is made once, for all who ask at once', async () => {
    const make = vi.fn(() => Buffer.from('{}'));
    const server = express()
      .use(servePrecompressed('json', 'public', make))
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    make.mockImplementationOnce(() => {
      throw new Error('not this time');
    });
    expect((await fetch(url)).status).toBe(500);
    const answers = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(url)).json()));
    expect(answers).toEqual(Array(5).fill({}));
    expect(make).toHaveBeenCalledTimes(2);
    server.close();
  });

  it('/openapi.json is made in a thread of its own: the thread that serves everybody works a moment for its first reader', async () => {
    const info = { title: 'T', version: '1', description: 'D' };
    const groups = await describeRoutes();
    // As under `npm run dev`.
    vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    let app: FakeApp;
    let text = '';
    const firstReading = async (): Promise<number> => {
      const started = await startFakeApp([], { makeDocuments: () => documentsInThread(groups, info) });
      onTestFinished(() => started.close());
      app = started;
      await (await app.send('GET', '/docs')).text();
      return threadTimeOf(async () => {
        text = await (await app.send('GET', '/openapi.json')).text();
      });
    };
    // To send it takes a tenth of that. A busy machine makes both longer.
    const half = (await threadTimeOf(() => makeDocuments(groups, info))) / 2;
    expect(await leastOf(firstReading, half)).toBeLessThan(half);
    // The same definitions make it there as here.
    expect(text === JSON.stringify(createOpenApi(groups, info))).toBe(true);
    for (const path of [...PLAIN_DOCUMENTS, ...READERS.map(({ document }) => document)]) {
      expect([path, (await app!.send('GET', path)).status]).toEqual([path, 200]);
    }
  });

  it('/openapi.json has what the process serves, and a process that serves what it cannot describe fails', async () => {
    const served = await describeServed(['isLive', 'getMenu']);
    expect(served.map(({ routes }) => routes.map(({ operationId }) => operationId))).toEqual([['getMenu'], ['isLive']]);
    await expect(describeServed(['isLive', 'isNot'])).rejects.toThrow(/not described: isNot$/);
  });

  it('/openapi.json has schemas that are JSON Schema, and no reference to nothing', () => {
    // Formats and OpenAPI's own words are notes to a reader, not rules.
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
    ajv.addVocabulary(['example', 'components']);
    const schemas = operations().flatMap(({ operation }) => [
      ...(operation.parameters ?? []).map((parameter) => parameter.schema),
      ...Object.values(operation.requestBody?.content ?? {}).map((content) => content.schema),
      ...Object.values(operation.responses).flatMap((response) =>
        Object.values(response.content ?? {}).map((content) => content.schema),
      ),
    ]);
    expect(schemas.length).toBeGreaterThan(50);
    ajv.addSchema({ $id: 'https://docs.test/', components: document.components });
    for (const schema of schemas)
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"https://docs.test/#/')));
  });

  it('/openapi.json names every operation once, and declares each parameter of its path', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('getThing');
    for (const { path, operation } of operations()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(declared.map((parameter) => parameter.name)).toEqual(inPath);
      expect(declared.every((parameter) => parameter.required)).toBe(true);
    }
  });

  it('/openapi.json has the type of each parameter and field', () => {
    const byName = Object.fromEntries(operation('get /v1/search').parameters!.map((one) => [one.name, one]));
    expect(byName.limit).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 100 } });
    // Said of what is needed alone.
    expect(byName.limit).not.toHaveProperty('required');
    expect(byName.active).toMatchObject({ schema: { type: 'boolean' } });
    expect(byName.since).toMatchObject({ schema: { type: 'string', format: 'date-time' } });
    const body = operation('post /v1/things').requestBody!;
    expect(body).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { required: ['point_id', 'name', 'items'] } } },
    });
  });

  it('/openapi.json requires a body only on routes that need one', () => {
    const route = (path: string, body: z.ZodType) =>
      defineRoute({
        method: 'post',
        operationId: `post${path.slice(1)}`,
        path,
        audience: 'partner',
        tags: [],
        summary: 'Something',
        body,
        responses: { 200: z.object({}) },
        handler: () => ({ body: {} }),
      });
    const fields = z.object({ comment: z.string().nullish() });
    const routes = [
      route('/needed', fields),
      route(
        '/optional',
        fields.nullish().transform((body) => body ?? {}),
      ),
    ];
    const { paths } = createOpenApi([{ base: '', routes }], { title: 'T', version: '1', description: 'D' }) as Document;
    const isRequired = (path: string) => paths[path]?.post?.requestBody?.required;
    expect([isRequired('/needed'), isRequired('/optional')]).toEqual([true, false]);
  });

  it('/openapi.json tells of every error a route can answer', () => {
    const statuses = (name: string) => Object.keys(operation(name).responses).join(' ');
    // That it may be written wrongly, `default` says.
    expect(statuses('get /v1/things/{thing_id}')).toBe('200 404 default');
    expect(statuses('post /v1/things')).toBe('201 400 default');
    expect(statuses('post /v1/auth/token')).toBe('200 400 default');
    expect(statuses('get /health/live')).toBe('200 400 default');
    expect(written.paths['/v1/things']!.post!.responses[400]).toEqual({ $ref: '#/components/responses/BadRequest' });
    expect(operation('post /v1/things').responses[400]!.content!['application/json']!.schema).toMatchObject({
      required: ['message', 'code', 'request_id'],
    });
  });

  it('/openapi.json tells where a token is needed', () => {
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    });
    expect(operation('post /v1/auth/token').security).toEqual([]);
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(operation('get /v1/report').security).toBeUndefined();
  });

  it('/openapi.json gives JSON as the answer of an operation, and tells of other forms in words', () => {
    expect(Object.keys(operation('get /v1/lines').responses[200]!.content!)).toEqual(['application/json']);
    expect(operation('get /v1/lines').description).toContain('`application/x-ndjson`');
  });
});

describe('/docs', () => {
  it('/docs is a page whose every file is our own and which may run', async () => {
    const response = await app.send('GET', '/docs');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'self'");
    // It would turn the page's own files into https, which a server without a certificate doesn't speak.
    expect(policy).not.toContain('upgrade-insecure-requests');
    const html = await response.text();
    expect(html).not.toMatch(/<script>| on\w+=|https?:/);
    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    expect(links.filter((link) => link.startsWith('/docs?'))).toEqual(
      ['partner', 'venue', 'auditor', 'all'].map((audience) => `/docs?for=${audience}`),
    );
    const files = links.filter((link) => !link.startsWith('/docs?'));
    expect(files).toHaveLength(4);
    for (const file of files) {
      expect(file).toMatch(/^\/docs\//);
      const asset = await app.send('GET', file);
      expect([file, asset.status, (await asset.text()).length > 50]).toEqual([file, 200, true]);
    }
  });

  it('/docs has the documents with an example of each operation that has one; those for programs have none', async () => {
    for (const audience of ['partner', 'venue', 'auditor', 'all']) {
      const { status, body } = await app.ask('GET', `/docs/${audience}.json`);
      const { paths, components } = body as unknown as Document;
      expect([audience, status]).toEqual([audience, 200]);
      expect(paths['/v1/auth/token']!.post!.requestBody!.content['application/json']).toMatchObject({
        schema: { $ref: '#/components/schemas/TokenRequest' },
        example: { api_key: 'demo-partner-key' },
      });
      expect(components.schemas).toHaveProperty('TokenRequest');
    }
    expect(JSON.stringify(written.paths)).not.toContain('demo-partner-key');
  });

  it('/docs gives its files whole, whatever part is asked for', async () => {
    const path = '/docs/swagger-ui.css';
    const whole = await (await app.send('GET', path)).text();
    for (const headers of [{ range: 'bytes=99999999-' }, { 'if-match': '"x"' }]) {
      const response = await app.send('GET', path, { headers });
      expect([response.status, (await response.text()).length]).toEqual([200, whole.length]);
    }
  });

  it('/docs shows the operations of one audience, closed, with a filter, and keeps the token', async () => {
    const script = await (await app.send('GET', '/docs/start.js')).text();
    const toggle = vi.fn();
    let isDark = false;
    const shown = async (search: string) => {
      const options: Record<string, unknown>[] = [];
      const link = { style: {} };
      const page = { querySelector: () => link, documentElement: { classList: { toggle } } };
      new Function('SwaggerUIBundle', 'location', 'document', 'matchMedia', script)(
        (given: Record<string, unknown>) => options.push(given),
        { search },
        page,
        () => ({ matches: isDark }),
      );
      return options[0]!;
    };
    expect(await shown('')).toMatchObject({
      url: '/docs/partner.json',
      docExpansion: 'none',
      filter: true,
      persistAuthorization: true,
      defaultModelsExpandDepth: -1,
    });
    expect(toggle).toHaveBeenLastCalledWith('dark-mode', false);
    isDark = true;
    expect((await shown('?for=venue')).url).toBe('/docs/venue.json');
    expect(toggle).toHaveBeenLastCalledWith('dark-mode', true);
    expect((await shown('?for=all')).url).toBe('/docs/all.json');
    for (const odd of ['?for=nobody', '?for=toString', '?for=']) {
      expect((await shown(odd)).url).toBe('/docs/partner.json');
    }
  });

  it('/docs loads our document and sends no request to another host', async () => {
    const start = await app.send('GET', '/docs/start.js');
    expect(start.headers.get('content-type')).toMatch(/javascript/);
    const script = await start.text();
    expect(script).not.toContain('://');
    expect(script).toContain('validatorUrl: null');
    const css = await (await app.send('GET', '/docs/swagger-ui.css')).text();
    expect(css).not.toMatch(/url\(["']?https?:/);
  });

  it('/docs is at its address as it is written, and only to be read', async () => {
    for (const path of ['/DOCS', '/Docs/start.js', '/OpenAPI.json'])
      expect([path, (await app.send('GET', path)).status]).toEqual([path, 404]);
    for (const path of ['/docs', '/docs/start.js', '/openapi.json']) {
      for (const method of ['OPTIONS', 'POST']) {
        const { status, headers, body } = await app.ask(method, path);
        expect([path, status, headers.get('allow'), body.code]).toEqual([
          ...[path, 405, 'GET, HEAD'],
          'method_not_allowed',
        ]);
      }
    }
  });

  it('/docs serves nothing else of the package', async () => {
    for (const path of [
      '/docs/package.json',
      '/docs/swagger-ui.js',
      '/docs/../package.json',
      '/docs/%2e%2e/package.json',
    ]) {
      expect((await app.send('GET', path)).status).toBe(404);
    }
  });
});
