import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assertKeepsNotes, keepNotesIn } from '../../../src/cli/move-log/keep-notes.ts';
import { withoutSecrets } from '../../../src/cli/move-log/move-log.ts';

test('a log that is moved there and back leaves what was signed of both logs, each once however often the move is repeated', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'notes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const ofTheFirst = 'tillstream/1\n5\nroot\n\n— tillstream/1 signed\n';
  const ofTheSecond = 'tillstream/2\n7\nroot\n\n— tillstream/2 signed\n';

  await keepNotesIn(folder, [ofTheFirst]);
  await keepNotesIn(folder, [ofTheSecond]);
  const file = await keepNotesIn(folder, [ofTheSecond]);

  expect(await readFile(file, 'utf8')).toBe(`${ofTheFirst}\n${ofTheSecond}`);
});

test('a folder for the notes is made, and one that can not be is told before anything is moved', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillstream-notes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await assertKeepsNotes(join(folder, 'data/of the app'));
  expect(await keepNotesIn(join(folder, 'data/of the app'), ['a note'])).toContain('of the app');
  await writeFile(join(folder, 'taken'), '');
  await expect(assertKeepsNotes(join(folder, 'taken/data'))).rejects.toThrow('taken/data can not be written (ENOTDIR)');
});

test.each([
  'postgres://till:S3cretPart@db.example/till?sslmode=require',
  'postgres://till:S3cr@etPart@db.example/till',
  'esdb://admin:a@b@c@db.example/till',
])('an address is shown without its password, also one with an @: %s', (address) => {
  expect(withoutSecrets(address)).toMatch(/^\w+:\/\/db\.example\/till$/);
});
