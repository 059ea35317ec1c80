import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundled, withSourcePlaces } from '../support/bundle.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Line and column of this text. */
const placeOf = (file: string, text: string) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.findIndex((content) => content.includes(text));
  return { line: line + 1, column: lines[line]!.indexOf(text) + 1 };
};

test.each([
  ['src/main.ts', 'stopping takes too long'],
  // Changed by the bundle, because it looks for modules in a folder.
  ['src/api/webhooks/all-kinds.ts', 'exports no kinds of webhooks'],
])('an error that the bundle prints names its line in %s', async (source, text) => {
  // What several programs share is in files beside them.
  const folder = join(await bundled('src/main.ts'), '../..');
  const files = globSync('**/*.mjs', { cwd: folder }).map((name) => join(folder, name));
  const file = files.find((name) => readFileSync(name, 'utf8').includes(text))!;
  const { line, column } = placeOf(file, text);
  expect(withSourcePlaces(`    at main (file://${file}:${line}:${column})`)).toContain(
    `    at main (${ROOT}${source}:${placeOf(ROOT + source, text).line}:`,
  );
});
