import { expect, test } from 'vitest';
import { requireImpersonal } from '../../../../src/commands/erasure/may-erase.ts';

const says = (reason: string, name: string) => () => requireImpersonal(reason, { name, phone: null });

test.each([
  ['Anna-Maria Karimova', 'Maria asked for it'],
  ['Karimov, Botir', 'asked by KARIMOV'],
  ['A.Yusupova', 'letter of yusupova'],
  ['Oʻktam', 'Oktam asked'],
  ['Gulomov', 'Gʻulomov asked'],
  ['Ömer Çağlar', 'omer caglar wrote'],
  ['Jose', 'José asked'],
  ['Алёна', 'Алена просила'],
  ['Cafe\u0301', 'CAFÉ'],
])('the name %s is found in the reason “%s”', (name, reason) => {
  expect(says(reason, name)).toThrow('reason_names_person');
});

test('a reason that names nobody is kept', () => {
  for (const name of ['Anna-Maria', 'Ali', '---', "O'", '']) expect(says('asked by the guest', name)).not.toThrow();
});
