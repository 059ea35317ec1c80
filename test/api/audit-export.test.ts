// A database of its own: programs verify its exports, up to the end of the log.

import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkExport } from '../../back-office/src/proofs/exported.ts';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { exportLineSchema } from '../../src/transparency/export-line.ts';
import { exportProofSchema } from '../../src/transparency/export-proof.ts';
import { parseVerifierKey, renderVerifierKey, signingKeyOf, type VerifierKey } from '../../src/transparency/note.ts';
import { verifyExport } from '../../src/transparency/verify-export.ts';
import { command, type TestApp } from '../support/app.ts';
import { bundled } from '../support/bundle.ts';
import { effort } from '../support/effort.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let keyText: string;
let key: VerifierKey;
beforeAll(async () => {
  app = await startVenueApp();
  // Another brand's events lie between its own.
  const [own, other] = await Promise.all([createVenue(app), createVenue(app)]);
  venue = own;
  for (let round = 0; round < 3; round++) {
    await venue.partner.post('/v1/orders', orderBody(venue, { comment: 'Ring twice' }));
    await other.partner.post('/v1/orders', orderBody(other));
  }
  keyText = (await venue.auditor.get('/audit/v1/log/key')).body.verifier_key;
  key = parseVerifierKey(keyText);
});
afterAll(() => app.stop());

const exported = async (query = 'limit=10000'): Promise<string[]> => {
  const answer = await venue.auditor.get(`/audit/v1/events?${query}`, { accept: 'application/x-ndjson' });
  expect(answer.status).toBe(200);
  return String(answer.body).trimEnd().split('\n');
};
async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
/** The page of the back office must find whatever the command finds, but for names that only the program of the server knows. */
const problemsOf = async (lines: readonly string[], keys = [key]): Promise<readonly string[]> => {
  const { problems } = await verifyExport(each(lines), keys, eventCatalogue);
  const onThePage = (await checkExport(lines.join('\n'), keys.map(renderVerifierKey))).problems;
  if (!problems.some((problem) => problem.includes('has no personal.'))) {
    expect({ problems, finds: onThePage.length > 0 }).toEqual({ problems, finds: problems.length > 0 });
  }
  return problems;
};

describe('an export of events', () => {
  test('an export of events is proved, whether it is whole, filtered, paged or empty', async () => {
    const all = await exported();
    expect(all.length).toBeGreaterThan(20);
    expect(await verifyExport(each(all), [key], eventCatalogue)).toMatchObject({
      events: all.length - 1,
      problems: [],
    });
    const after = JSON.parse(all[10]!).position;
    for (const query of ['type=OrderPlaced', `after=${after}&limit=7`, 'type=Nothing', 'entity=order&limit=1']) {
      expect(await problemsOf(await exported(query)), query).toEqual([]);
    }
    expect(JSON.parse((await exported('type=OrderPlaced')).at(-1)!).proof.events).toHaveLength(3);
  });

  test('an event that was recorded a moment ago is signed with it', async () => {
    await command(venue.till, 'DefineRegion', { name: 'Samarkand' });
    const lines = await exported();
    expect(JSON.parse(lines.at(-2)!)).toMatchObject({ type: 'RegionDefined' });
    expect(await problemsOf(lines)).toEqual([]);
  });

  test('personal data are proved as they are stored, sealed, and shown open beside it', async () => {
    const [line] = await exported('type=OrderPlaced');
    const { data, stored } = JSON.parse(line!);
    expect(JSON.stringify(data)).toContain('+998');
    expect(JSON.stringify(stored)).not.toContain('+998');
    expect(stored).toEqual({ personal: expect.any(Object), metadata: { point_id: venue.point_id } });
    const { sealed } = await verifyExport(each(await exported('type=OrderPlaced')), [key], eventCatalogue);
    expect(sealed).toContain('data.personal.phone');
  });

  test('whatever is changed in it is named', async () => {
    const lines = await exported();
    const position = JSON.parse(lines[4]!).position as number;
    const changed = (change: (event: Record<string, unknown>) => object) =>
      lines.with(4, JSON.stringify({ ...JSON.parse(lines[4]!), ...change(JSON.parse(lines[4]!)) }));
    for (const change of [
      () => ({ type: 'Nothing' }),
      () => ({ occurred_at: '2020-01-01T00:00:00.000Z' }),
      () => ({ recorded_at: '2020-01-01T00:00:00.000Z' }),
      () => ({ actor: { kind: 'venue', id: 'x', name: 'y' } }),
      () => ({ data: { other: 1 } }),
    ]) {
      expect(await problemsOf(changed(change))).toEqual([`line 5: the event at position ${position} was changed`]);
    }
    expect(await problemsOf(lines.toSpliced(4, 1))).toEqual([`position ${position}: its line is missing`]);
    expect(await problemsOf(lines.toSpliced(4, 0, lines[4]!))).toEqual([
      `line 6: the event at position ${position} comes again`,
    ]);
    const invented = JSON.stringify({ ...JSON.parse(lines[4]!), position: 999_999 });
    expect(await problemsOf(lines.toSpliced(4, 0, invented))).toEqual([
      'line 5: the event at position 999999 is not in the proof',
    ]);
    expect(await problemsOf(lines.with(4, '{"position":1}'))).toContain('line 5: this is no event');
    expect(await problemsOf(lines.with(4, '{'))).toEqual(['line 5: this is no JSON']);
  });

  test('other data than those that are stored are named, also where the true ones stand beside them', async () => {
    const lines = await exported('type=OrderPlaced');
    const event = JSON.parse(lines[0]!);
    const { data, stored } = event;
    const sealed = { ...data, personal: stored.personal };
    const forge = async (change: object) => {
      const [problem] = await problemsOf(lines.with(0, JSON.stringify({ ...event, ...change })));
      return problem;
    };
    const forged = { ...data, total_amount: 1 };
    const shown = `line 1: the event at position ${event.position} is shown otherwise than it is stored: `;
    const changed = `line 1: the event at position ${event.position} was changed`;
    expect(await forge({ data: forged })).toBe(changed);
    expect(await forge({ data: forged, stored: { data: sealed, metadata: stored.metadata } })).toMatch(shown);
    expect(await forge({ data: forged, stored: { ...stored, data: sealed } })).toMatch(shown);
    expect(await forge({ occurred_at: '2020-01-01T00:00:00.000Z' })).toBe(changed);
    for (const name of ['actor', 'occurred_at', 'command_id', 'brand_id']) {
      const metadata = { ...stored.metadata, [name]: event[name] ?? venue.brand_id };
      expect(await forge({ [name]: 'forged', stored: { ...stored, metadata } }), name).toMatch(/^line 1: /);
    }
    expect(await forge({ schema_version: 9, stored: { ...stored, metadata: { schema_version: 1 } } })).toBeDefined();
    expect(await forge({ note: 'approved' })).toBe('line 1: an event has no member note');
    expect(await forge({ stored: { ...stored, note: 'approved' } })).toBe('line 1: an event has no member stored.note');
    const personal = { ...data.personal, debt: 1 };
    expect(await forge({ data: { ...data, personal } })).toBe(`${shown}OrderPlaced has no personal.debt`);
    expect(await forge({ data: { ...data, personal: { ...data.personal, client_id: 77 } } })).toBe(
      `${shown}it shows another person than is stored`,
    );
    const twice = lines[0]!.replace('"position":', '"type":"OrderDeleted","position":');
    expect(await problemsOf(lines.with(0, twice))).toEqual(['line 1: it is not written as it was exported']);
  });

  test('data that are stored open cannot be passed off as sealed', async () => {
    const lines = await exported('type=PointDefined');
    const event = JSON.parse(lines[0]!);
    const personal = { name: 'Forged' };
    const forged = { ...event, data: { ...event.data, personal }, stored: { ...event.stored, personal: {} } };
    expect(await problemsOf(lines.with(0, JSON.stringify(forged)))).toHaveLength(1);
  });

  test('a change of any one character is found, except in what is sealed', async () => {
    const few = await exported('limit=5&type=OrderPlaced,ClientRegistered');
    const withoutSealed = (text: string): unknown => {
      const { data, ...line } = JSON.parse(text);
      const { client_id, employee_id, ...content } = data.personal ?? {};
      return { ...line, data: { ...data, personal: { client_id, employee_id, names: Object.keys(content) } } };
    };
    const isOfSealedAlone = (before: string, after: string): boolean => {
      try {
        return isDeepStrictEqual(withoutSealed(before), withoutSealed(after));
      } catch {
        return false;
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), fc.integer({ min: 0x20, max: 0x7e }), async (row, column, code) => {
        const nth = row % few.length;
        const line = few[nth]!;
        const place = column % line.length;
        const changed = line.slice(0, place) + String.fromCharCode(code) + line.slice(place + 1);
        fc.pre(changed !== line && !(nth < few.length - 1 && isOfSealedAlone(line, changed)));
        expect(await problemsOf(few.with(nth, changed)), changed).not.toEqual([]);
      }),
      { numRuns: effort({ short: 500, long: 20_000 }) },
    );
  });

  test('a proof that was changed to match proves nothing', async () => {
    const lines = await exported('type=OrderPlaced');
    const { proof } = JSON.parse(lines.at(-1)!);
    const other = Buffer.alloc(32, 1).toString('base64');
    const with_ = (change: object) => problemsOf(lines.with(-1, JSON.stringify({ proof: { ...proof, ...change } })));
    expect(await with_({ hashes: proof.hashes.with(0, other) })).toEqual([
      'the events do not lead to the root of the signed checkpoint',
    ]);
    expect(await with_({ root: other })).toEqual(['the proof is not for the signed checkpoint']);
    // Browsers would read it all the same.
    expect(await with_({ hashes: proof.hashes.with(0, proof.hashes[0].replace('=', ' ')) })).toEqual([
      'the last line holds no proof',
    ]);
    expect(await with_({ note: proof.note.replace(/\n\d+\n/, '\n1\n') })).toEqual([
      expect.stringContaining('no known key'),
    ]);
    expect(await with_({ brand_id: venue.point_id })).toHaveLength(3);
    expect(await with_({ verifier_key: `${keyText}A` })).toEqual([expect.stringContaining('another public key')]);
    expect(await with_({ note_by: 'me' })).toEqual(['the last line holds no proof']);
    // A leaf without its place would lead nowhere, and prove what was forged.
    const [[position, index]] = proof.events;
    for (const unplaced of [
      [position, null, other],
      [position, index, null],
    ]) {
      expect(await with_({ events: proof.events.with(0, unplaced) })).toContain(
        'the events do not lead to the root of the signed checkpoint',
      );
    }
    expect(await problemsOf(lines, [])).toEqual([expect.stringContaining('no known key')]);
    expect(await problemsOf(lines.slice(0, -1))).toEqual(['the last line holds no proof']);
    expect(await problemsOf([])).toEqual(['the last line holds no proof']);
  });

  test('the command needs nothing but the file and the key', async () => {
    const folder = await mkdtemp(join(await tempFolder(), 'export-'));
    const lines = await exported();
    await writeFile(join(folder, 'events.ndjson'), `${lines.join('\n')}\n`);
    await writeFile(join(folder, 'key.pub'), `${keyText}\n`);
    await writeFile(
      join(folder, 'forged.ndjson'),
      lines.with(0, lines[0]!.replace('"revision":0', '"revision":1')).join('\n'),
    );
    const script = await bundled('src/cli/audit.ts');
    const run = (file: string) =>
      promisify(execFile)('node', [script, 'verify-export', join(folder, file), '--key', join(folder, 'key.pub')], {
        env: { PATH: `node_modules/.bin:${process.env.PATH}` },
      });
    expect((await run('events.ndjson')).stdout).toMatch(
      /^\d+ events are in the log of \d+ events that was signed\nnot provable .*: data\.personal\.address, .*\n$/,
    );
    await expect(run('forged.ndjson')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^DIFFERS: line 1: the event at position \d+ was changed\n$/),
    });
  }, 60_000);
});

/** The programs that docs/auditors.md shows to those who write a verifier of their own. */
const examples = fileURLToPath(new URL('../../examples/verify-export/', import.meta.url));
const hasGo = spawnSync('go', ['version']).status === 0;

test('the schemas beside the examples are those of the lines of an export', async () => {
  const schemas = { line: exportLineSchema, 'last-line': z.object({ proof: exportProofSchema }) };
  for (const [name, schema] of Object.entries(schemas)) {
    const text = `${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(examples, `${name}.schema.json`));
  }
});

describe.each([
  { program: 'node', args: [join(examples, 'verify.mjs')], isThere: true },
  { program: 'go', args: ['run', join(examples, 'verify.go')], isThere: hasGo },
])('the example in $program', ({ program, args, isThere }) => {
  test.skipIf(!isThere)('the command proves an export, and finds what was changed, added or left out', async () => {
    const folder = await tempFolder();
    const run = async (lines: readonly string[], signer = keyText): Promise<string> => {
      const [events, keyFile] = [join(folder, 'events.ndjson'), join(folder, 'key.pub')];
      await writeFile(events, `${lines.join('\n')}\n`);
      await writeFile(keyFile, signer);
      const { status, stdout, stderr } = spawnSync(program, [...args, events, keyFile], { encoding: 'utf8' });
      return status === 0 ? stdout.trim() : stderr.trim().split('\n')[0]!;
    };
    const lines = await exported();
    const changed = (nth: number, change: (event: Record<string, unknown>) => void): string[] =>
      lines.map((line, index) => {
        if (index !== nth) return line;
        const event = JSON.parse(line);
        change(event);
        return JSON.stringify(event);
      });
    const { size } = JSON.parse(lines.at(-1)!).proof;
    expect(await run(lines)).toBe(`${lines.length - 1} events are in the log of ${size} events that was signed`);
    expect(await run(await exported('type=OrderPlaced'))).toContain('3 events are in the log');
    const placed = lines.findIndex((line) => line.includes('"OrderPlaced"'));
    expect(await run(changed(placed, ({ data }) => Object.assign(data as object, { total_amount: 1 })))).toContain(
      `line ${placed + 1} was changed`,
    );
    const late = { occurred_at: '2020-01-01T00:00:00.000Z' };
    const { occurred_at } = JSON.parse(lines[placed]!);
    expect(await run(changed(placed, (event) => Object.assign(event, late)))).toContain('was changed');
    const hidden = { ...late, stored: { ...JSON.parse(lines[placed]!).stored, metadata: { occurred_at } } };
    expect(await run(changed(placed, (event) => Object.assign(event, hidden)))).toContain('npm run audit');
    expect(await run(changed(placed, (event) => Object.assign(event, { note: 'paid' })))).toMatch(/changed|member/);
    expect(await run(lines.toSpliced(placed, 1))).toContain('DIFFERS');
    const other = renderVerifierKey(signingKeyOf(Buffer.alloc(32, 7).toString('base64'), key.name));
    expect(await run(lines, other)).toContain('the key did not sign this log');
  });
});
