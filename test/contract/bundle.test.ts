import { readFileSync } from 'node:fs';
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
  ['src/main.ts', 'log.warn({}, '],
  // Changed by the bundle, because it looks for modules in a folder.
  ['src/api/webhooks/all-kinds.ts', 'exports no kinds of webhooks'],
])('an error that the bundle prints names its line in %s', async (source, text) => {
  const file = await bundled('src/main.ts');
  const { line, column } = placeOf(file, text);
  expect(withSourcePlaces(`    at main (file://${file}:${line}:${column})`)).toContain(
    `    at main (${ROOT}${source}:${placeOf(ROOT + source, text).line}:`,
  );
});
