import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentFor } from '../../src/api/http/openapi/audience-document.ts';
import { command, type TestApp } from '../support/app.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody } from '../support/venue.ts';

const here = import.meta.dirname;
const generated = resolve(here, 'generated');
const file = resolve(generated, 'openapi.json');
const tool = (name: string): string => resolve(here, 'node_modules', name);
const run = promisify(execFile);
const node = (script: string, ...args: string[]) => run(process.execPath, [tool(script), ...args], { cwd: here });

// `npm run test:clients` installs them: they weigh more than all that Tillstream needs.
describe.skipIf(!existsSync(tool('orval')))('what other programs make of the document', () => {
  let app: TestApp;
  let document: object;
  /** Read first: while a tool works, the test's own process hears nothing, and the server ends a connection that is idle. */
  let forPeople: object;
  /** Programs of others read all of it: on a busy machine each takes a minute. */
  const timeout = 600_000;

  beforeAll(async () => {
    app = await sharedApp();
    await rm(generated, { recursive: true, force: true });
    await mkdir(generated, { recursive: true });
    document = (await (await fetch(`${app.url}/openapi.json`)).json()) as object;
    forPeople = (await (await fetch(`${app.url}/docs/all.json`)).json()) as object;
    await writeFile(file, JSON.stringify(document));
  });
  afterAll(() => app.stop());

  it('the document becomes clients that compile strictly, and one of them places an order', { timeout }, async () => {
    await node('openapi-typescript/bin/cli.js', file, '-o', resolve(generated, 'openapi-typescript.ts'));
    await node('@hey-api/openapi-ts/bin/run.js', '-i', file, '-o', resolve(generated, 'hey-api'));
    await node(
      'orval/dist/bin/orval.mjs',
      '--input',
      file,
      '--output',
      resolve(generated, 'orval.ts'),
      '--client',
      'fetch',
    );
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', here]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');

    const venue = await createVenue(app);
    const key = await command(venue.till, 'IssueKey', {
      audience: 'partner',
      name: 'Shop',
      showcase_ids: [venue.menu_id],
    });
    const { placeOrder } = await import(resolve(here, 'use/place-order.ts'));
    const { placed, read } = await placeOrder(app.url, key.api_key, orderBody(venue));
    expect(read).toEqual(placed);
    expect(placed).toMatchObject({ status: 'CREATED', point_id: venue.point_id });
  });

  it.each(['all', 'partner', 'venue', 'auditor', 'people, with examples,'] as const)(
    'the document for %s meets the rules that Redocly and Spectral recommend',
    { timeout },
    async (audience) => {
      const asked =
        audience === 'all'
          ? document
          : audience === 'people, with examples,'
            ? forPeople
            : documentFor(document, audience);
      const source = JSON.stringify(asked);
      const { createConfig, lintFromString } = await import(tool('@redocly/openapi-core/lib/index.js'));
      const config = await createConfig({ extends: ['recommended'] });
      const ofRedocly = await lintFromString({ source, absoluteRef: file, config });
      expect(
        ofRedocly.map((problem: { ruleId: string; message: string }) => `${problem.ruleId}: ${problem.message}`),
      ).toEqual([]);

      const { Document, Spectral } = (await import(tool('@stoplight/spectral-core/dist/index.js'))).default;
      const { Json } = (await import(tool('@stoplight/spectral-parsers/dist/index.js'))).default;
      const { oas } = (await import(tool('@stoplight/spectral-rulesets/dist/index.js'))).default;
      const spectral = new Spectral();
      spectral.setRuleset({ extends: [[oas, 'recommended']] });
      const ofSpectral = await spectral.run(new Document(source, Json, file));
      expect(
        ofSpectral.map((problem: { code: string; path: string[] }) => `${problem.code}: ${problem.path.join('/')}`),
      ).toEqual([]);
    },
  );
});
