import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '../../../src/domain/fold-text.ts';

test.each([
  [
    'İskender',
    'iskender',
    'ISKENDER',
    'ıskender',
    'I\u0307skender',
    'i\u0307skender',
    'isk\u200bender',
    'ＩＳＫＥＮＤＥＲ',
  ],
  ['Ёлка', 'елка', 'ЁЛКА', 'е\u0308лка', 'Е\u0308лка'],
  ['Oʻzbek', "o'zbek", 'oʼzbek', 'O‘ZBEK', 'o’zbek', 'o`zbek', 'O´zbek', 'o＇zbek', 'oʹzbek', 'o′zbek'],
  ['Café', 'CAFE\u0301', 'cafe\u0301', 'ＣＡＦÉ'],
  ['Straße', 'STRASSE', 'strasse', 'ſtraße', 'STRAẞE'],
  ['ΟΔΟΣ', 'οδος', 'οδοσ'],
  ['Йод', 'И\u0306од', 'йод'],
  ['ﬁlet № 5', 'FILET No 5', 'filet\u00a0№ 5'],
])('%s is one text, however it is written', (text, ...others) => {
  for (const other of others) expect({ other, fold: foldText(other) }).toEqual({ other, fold: foldText(text) });
});

test('texts that people tell apart stay apart', () => {
  for (const [one, other] of [
    ['Плов', 'Плав'],
    ['Йод', 'Иод'],
    ['Ўзбек', 'Узбек'],
    ['Çay', 'Cay'],
    ["o'z", 'oz'],
  ] as const) {
    expect(foldText(one)).not.toBe(foldText(other));
  }
});

test('the fold of a fold is the same, and so are those of all letter cases and compositions of each character', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const text = String.fromCodePoint(code);
    if (/[\p{Cs}\p{Cn}\p{Co}]/u.test(text)) continue;
    const fold = foldText(text);
    const same = [fold, text.toUpperCase(), text.toLowerCase(), text.normalize('NFD')];
    if (same.some((it) => foldText(it) !== fold)) wrong.push(`${code.toString(16)} ${text}`);
  }
  expect(wrong).toEqual([]);
});

test('a part of a text is found in it, whatever stands around', () => {
  const word = fc.constantFrom('İskender', 'Чай зелёный', 'Oʻtkir', 'straße');
  fc.assert(
    fc.property(fc.string(), word, fc.constantFrom(' ', '-', ', '), (around, part, between) => {
      const whole = foldText(`${around}${between}${part.toUpperCase()}${between}${around}`);
      expect(whole).toContain(foldText(part));
    }),
  );
});
