import { describe, expect, test } from 'vitest';
import { COLUMN_NAMES } from '../../../src/product-table/columns.ts';
import { readProductTable } from '../../../src/product-table/read-table.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const rowsOf = (text: string, exponent = 0) => {
  const { rows, problems } = readProductTable(utf8(text), exponent);
  expect(problems).toEqual([]);
  return rows;
};
const problemsOf = (text: string, exponent = 0) =>
  readProductTable(utf8(text), exponent).problems.map(({ line, message }) => `${line}: ${message}`);

/** As an old spreadsheet saves Cyrillic. */
const windows1251 = (text: string): Uint8Array => {
  const byte = new Map(
    Array.from({ length: 256 }, (_, code) => [new TextDecoder('windows-1251').decode(new Uint8Array([code])), code]),
  );
  return new Uint8Array([...text].map((sign) => byte.get(sign)!));
};

describe('a table of products', () => {
  test('columns are found by their names in five languages, in any case and any writing of letters', () => {
    for (const [column, names] of Object.entries(COLUMN_NAMES)) {
      if (column === 'name' || column === 'code') continue;
      for (const name of names) {
        for (const written of [name, name.toUpperCase(), ` ${name} `, name.normalize('NFD')]) {
          const value = { type: 'product', is_active: 'yes' }[column] ?? '1';
          expect(Object.keys(rowsOf(`name;${written}\nx;${value}\n`)[0]!.values), written).toEqual(['name', column]);
        }
      }
    }
    expect(rowsOf('Блюдо;Kod\nПлов;p\n')[0]!.values).toEqual({ name: 'Плов', code: 'p' });
  });

  test('it may be separated by ; , or tabs, begin with sep=, and have texts of several lines in quotes', () => {
    const expected = [{ line: 2, values: { name: 'Tea, "green"; hot', price: 5 }, prices: {} }];
    for (const sign of [';', ',', '\t']) {
      expect(rowsOf(`name${sign}price\n"Tea, ""green""; hot"${sign}5\n`)).toEqual(expected);
      expect(rowsOf(`sep=${sign}\r\nname${sign}price\r\nx${sign}5\r\n`)[0]!.line).toBe(3);
    }
    expect(rowsOf('name;price\n"two\nlines";5\nnext;6\n').map(({ line }) => line)).toEqual([2, 4]);
    expect(rowsOf('\uFEFFname;price\n\n;\nx;\n')).toEqual([{ line: 4, values: { name: 'x' }, prices: {} }]);
  });

  test('it may be UTF-8, UTF-16 or Windows-1251', () => {
    const text = 'Название;Цена\nПлов «Чайханский» №1;45000\n';
    const utf16 = new Uint8Array(new Uint16Array([0xfeff, ...[...text].map((sign) => sign.charCodeAt(0))]).buffer);
    for (const bytes of [utf8(text), utf16, windows1251(text)]) {
      const { rows, problems } = readProductTable(bytes, 0);
      expect(problems).toEqual([]);
      expect(rows[0]!.values).toEqual({ name: 'Плов «Чайханский» №1', price: 45_000 });
    }
  });

  test.each([
    ['45000', 0, 45_000],
    ['45 000', 0, 45_000],
    ['45\u00a0000', 0, 45_000],
    ["45'000", 0, 45_000],
    ['45.000', 0, 45_000],
    ['1,045,000', 0, 1_045_000],
    ['45000,00', 0, 45_000],
    ['45 000 сум', 0, 45_000],
    ['12,5', 2, 1_250],
    ['12.50', 2, 1_250],
    ['1.234,50', 2, 123_450],
    ['1,234.50', 2, 123_450],
    ['₺ 1.234,50', 2, 123_450],
    ['0,07', 2, 7],
    ['1,234', 3, 1_234],
  ])('a price of %s, with %i decimal places of the currency, is %i', (text, exponent, expected) => {
    expect(rowsOf(`name;price\nx;"${text}"\n`, exponent)[0]!.values.price).toBe(expected);
  });

  test('a decimal comma is no comma between thousands in a weight', () => {
    expect(rowsOf('name;weight\nx;0,250\ny;1 250,5\n').map(({ values }) => values.weight)).toEqual([0.25, 1250.5]);
  });

  test('prices at points stand in columns of their own', () => {
    const [row] = rowsOf('Название;Цена;Цена: Чорсу;Цена (north)\nПлов;45000;44000;\n');
    expect(row).toEqual({ line: 2, values: { name: 'Плов', price: 45_000 }, prices: { Чорсу: 44_000 } });
  });

  test('what is wrong is told with its line, all at once', () => {
    expect(problemsOf('name;price;active\nx;abc;yes\ny;-5;perhaps\nz;1,5;\n')).toEqual([
      '2: price: "abc" is no price',
      '3: price: "-5" is no price',
      '3: active: "perhaps" is neither yes nor no',
      '4: price: "1,5" has more decimal places than the currency',
    ]);
    expect(problemsOf('')).toEqual(['1: the table is empty']);
    expect(problemsOf('price\n5\n')).toEqual([
      '1: a column with the name of the product is missing, or one with its code',
    ]);
    expect(problemsOf('name;prise\nx;1\n')).toEqual(['1: there is no column "prise"']);
    expect(problemsOf('name;NAME\nx;y\n')).toEqual(['1: "NAME" names a column for the second time']);
    expect(problemsOf('name;price\nx;1;2\n')).toEqual(['2: the row has more cells than the head']);
    expect(problemsOf('name;price\n"x;1\n')).toEqual([
      '2: a quote is not closed, or stands within a cell without quotes',
    ]);
  });
});
