import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepNotesIn } from '../../../src/cli/move-log/keep-notes.ts';

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
