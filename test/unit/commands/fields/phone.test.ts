import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalisePhone } from '../../../../src/commands/fields/phone.ts';

const NUMBERS = [
  ['DE', '+49 30 123456', '030 123456'],
  ['UZ', '+998 90 123 45 67', '90 123-45-67'],
  ['RU', '+7 (912) 345-67-89', '8 912 345 67 89'],
  ['TR', '+90 532 123 45 67', '0532 123 45 67'],
  ['AT', '+43 1 58858', '01/58858'],
] as const;

const number = fc.constantFrom(...NUMBERS).chain(([country, ...writings]) =>
  fc.record({
    country: fc.constant(country),
    whole: fc.constant(writings[0].replace(/[^+\d]/g, '')),
    written: fc.constantFrom(...writings),
  }),
);
/** Words and signs that people put before an extension. */
const before = fc.constantFrom(
  ...['ext. ', 'ext', 'EXT:', 'x', 'X ', '#', ',', ',,', ';', ';ext=', ' - ext ', '~', '*', 'p', 'w', '(', '/', ':'],
  ...[
    'доб. ',
    'доб',
    '(доб. ',
    'вн. ',
    'dahili ',
    'ichki ',
    'ичк. ',
    'Durchwahl ',
    'ｅｘｔ',
    '＃',
    '内線',
    '&',
    ' + ',
    '|',
  ],
);
const space = fc.constantFrom('', ' ', '  ', '\u00a0', '\t');
const someDigits = fc.stringMatching(/^\d{1,5}$/);
const otherDigits = fc
  .constantFrom('０', '٠')
  .chain((zero) =>
    someDigits.map((text) => text.replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)))),
  );

test('a number with an extension is refused, however the extension is written', () => {
  const written = fc.record({ number, before, gap: space, after: fc.oneof(someDigits, otherDigits) });
  fc.assert(
    fc.property(written, ({ number: { country, written: phone }, before: sign, gap, after }) => {
      expect(() => normalisePhone(`${phone}${gap}${sign}${after}`, country, 'phone')).toThrow('phone_has_extension');
    }),
  );
});

test('two numbers in one text are not joined', () => {
  for (const between of [', ', '; ', ' / ', ' или ', ' +', ' & ']) {
    const both = `+998901234567${between}998901234568`;
    expect(() => normalisePhone(both, 'UZ', 'client.phone')).toThrow('phone_has_extension');
  }
});

test('digits before the number are not joined to it', () => {
  for (const before of ['ext 7: ', '7 / ', '(7) ', '7', '12;', 'доб. 5 ', '5 → ']) {
    expect(() => normalisePhone(`${before}+49 30 123456`, 'DE', 'phone'), before).toThrow('phone_has_extension');
  }
});

test('digits on another line, or behind more than one dash or full stop, are not joined to a whole number', () => {
  for (const between of ['\n', '\r\n', '..', ' -- ', '—–', '- .', '\u2028']) {
    const phone = `+43 1 58858${between}7`;
    expect(() => normalisePhone(phone, 'AT', 'phone'), JSON.stringify(between)).toThrow('phone_has_extension');
  }
  expect(normalisePhone('+998\n90 -- 123..45 67', 'DE', 'phone')).toBe('+998901234567');
});

test('a digit that cannot be read is not left out', () => {
  for (const last of ['७', '⁷', '⑦', '𝟕', '൭', '½']) {
    expect(() => normalisePhone(`+49 30 12345${last}`, 'DE', 'phone'), last).toThrow('phone_invalid');
  }
  expect(normalisePhone('+４９ ٣٠ ۱۲۳۴۵۶', 'UZ', 'phone')).toBe('+4930123456');
});

test('what is no extension is dropped, and the number is one and the same', () => {
  const junk = fc.constantFrom('', 'tel: ', 'Телефон ', '(mobile) ', '\u202a', '\u200e');
  const end = fc.constantFrom('', ' (Ali)', ' mob', '.', ' #', '\u202c', ' WhatsApp', ',');
  fc.assert(
    fc.property(number, junk, end, ({ country, whole, written }, start, tail) => {
      expect(normalisePhone(`${start}${written}${tail}`, country, 'phone')).toBe(whole);
    }),
  );
});

test('any punctuation may stand between the groups of a number', () => {
  const sign = fc.constantFrom(' ', '-', '.', '/', '–', '\u00a0', '\u2011', '_', ',', ':', ' - ', '\u200b');
  fc.assert(
    fc.property(sign, (between) => {
      expect(normalisePhone(['+998', '90', '123', '45', '67'].join(between), 'DE', 'phone')).toBe('+998901234567');
    }),
  );
  expect(normalisePhone('(0)30/123456-7', 'DE', 'phone')).toBe('+49301234567');
  expect(normalisePhone('+49 (0) 30 / 12 34 56', 'UZ', 'phone')).toBe('+4930123456');
});
