import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvForm, type CsvRow, csvCell, csvHead, csvRows } from '../../../../src/api/partner/exports-csv.ts';
import { inSlices } from '../../../../src/api/partner/reports/report-answer.ts';

const SIGNS = { ',': ',', ';': ';', tab: '\t' } as const;

/**
 * The cells of a file as spreadsheets read them: quotes count at the beginning of a cell alone, and what stands behind the
 * closing one belongs to the cell.
 */
const read = (text: string, separator: string): string[][] => {
  const rows: string[][] = [[]];
  let cell = '';
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    if (text[at] === '"' && cell === '') {
      for (at++; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at++) {
        if (text[at] === '"') at++;
        cell += text[at];
      }
      at++;
      // What follows is taken as it is.
      while (at < text.length && !`${separator}\r\n`.includes(text[at]!)) cell += text[at++];
    } else if (text[at] === separator || text[at] === '\n' || text[at] === '\r') {
      rows.at(-1)!.push(cell);
      cell = '';
      if (text[at] !== separator) rows.push([]);
      if (text[at] === '\r' && text[at + 1] === '\n') at++;
      at++;
    } else cell += text[at++];
  }
  return rows.filter((row) => row.length > 0);
};

/** A number of ours begins a cell too; a text that is made here never begins with a minus and a digit. */
const isFormula = (cell: string): boolean =>
  /^[\s"]*[=+\-@＝＋－＠]/.test(cell) && !/^[\s"]*-\d+([\s,;\]"]|$)/.test(cell);

const nasty = fc
  .array(
    fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      ';',
      ',',
      '\t',
      '\r',
      '\n',
      '\r\n',
      '"',
      "'",
      ' ',
      'x',
      "cmd|' /C calc'!A0",
      'ю',
    ),
  )
  .map((parts) => parts.join(''));
const value = fc.oneof(
  nasty,
  fc.integer(),
  fc.constant(null),
  fc.array(fc.oneof(nasty, fc.integer()), { maxLength: 3 }),
);
const rows = fc.array(fc.record({ a: value, b: value, c: nasty }), { minLength: 1, maxLength: 4 });
const form: fc.Arbitrary<CsvForm> = fc.record({
  separator: fc.constantFrom(',', ';', 'tab'),
  bom: fc.boolean(),
});
const COLUMNS = ['a', 'b', 'c'];

const tableOf = (asked: CsvForm, some: readonly CsvRow[]): string =>
  csvHead(asked, COLUMNS) + csvRows(asked, COLUMNS, some);

test('no cell of a table is a formula, whichever separator the program that opens it has in mind', () => {
  fc.assert(
    fc.property(form, rows, (asked, some) => {
      const text = tableOf(asked, some);
      for (const separator of Object.values(SIGNS)) {
        expect(read(text, separator).flat().filter(isFormula)).toEqual([]);
      }
    }),
    { numRuns: 500 },
  );
});

test('a table read with its own separator has the texts that were put in, but for the apostrophes', () => {
  const bare = (text: string) => text.replaceAll("'", '');
  fc.assert(
    fc.property(form, rows, (asked, some) => {
      const text = tableOf(asked, some);
      expect(text.startsWith('\ufeff')).toBe(asked.bom);
      const [head, ...cells] = read(text, SIGNS[asked.separator]);
      expect(head).toEqual(COLUMNS);
      const shown = some.map((row) =>
        Object.values(row).map((it) => (typeof it === 'string' ? it : it === null ? '' : JSON.stringify(it))),
      );
      expect(cells.map((row) => row.map(bare))).toEqual(shown.map((row) => row.map(bare)));
    }),
  );
});

test('usual texts and numbers stay as they are', () => {
  const row = { a: 'Plov, the best; of all', b: -5, c: 'tea (2-3 cups) = hot' };
  expect(tableOf({ separator: ';', bom: true }, [row])).toBe(
    '\ufeffa;b;c\r\n"Plov, the best; of all";-5;tea (2-3 cups) = hot\r\n',
  );
});

/** By the definition: a separator, or a line end, with a formula behind it. It is slow for long white space. */
const byDefinition = (text: string): string =>
  text.replace(/[,;\t\r\n](?=[\s"]*[=+\-@＝＋－＠])/g, "$&'").replace(/^(?=[\s"]*[=+\-@＝＋－＠]|[\t\r\n])/, "'");

test('a formula inside of a text is made harmless as by the definition', () => {
  const space = fc.constantFrom('\u00a0', '\u2028', '\ufeff', '\v', '\f');
  fc.assert(
    fc.property(fc.array(fc.oneof(nasty, space, fc.string({ unit: 'grapheme' }))), (parts) => {
      const text = parts.join('');
      const cell = csvCell(text);
      expect(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).toBe(byDefinition(text));
    }),
    { numRuns: 2_000 },
  );
});

test.each(['\t', ' ', ',', '"', '\r\n', ' ,', '\t"', ';='])(
  'a cell of %j alone takes a time that grows with its length alone',
  (part) => {
    const text = part.repeat(50_000);
    const began = performance.now();
    csvCell(`x${text}x`);
    csvCell([text]);
    expect(performance.now() - began).toBeLessThan(2_000);
  },
);

test('many rows are written in slices, with turns of others between them', async () => {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const busy = (some: readonly number[]): string => {
    const until = performance.now() + 5;
    while (performance.now() < until);
    return some.join();
  };
  const pieces = await inSlices(
    Array.from({ length: 1_000 }, (_, index) => index),
    busy,
  );
  clearImmediate(next);
  expect(pieces).toHaveLength(10);
  expect(turns).toBeGreaterThanOrEqual(8);
});
