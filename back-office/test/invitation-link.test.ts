import { expect, test } from 'vitest';
import { hashOf, readHash } from '../src/pages/accept/link.ts';

test.each([
  { invitation: '7.abc-_', login: 'aziz' },
  { invitation: '7.abc-_', login: 'Азиз & login=<b> 100%' },
  { invitation: '7.abc-_', login: undefined },
])('a link of an invitation is read as it was written: $login', (link) => {
  expect(readHash(hashOf(link))).toEqual(link);
});

test('a link that a program made says the invitation alone, and one that was cut breaks nothing', () => {
  expect(readHash('#7.abc')).toEqual({ invitation: '7.abc', login: undefined });
  expect(readHash('')).toEqual({ invitation: '', login: undefined });
  expect(readHash('#7.abc&login=%D0')).toEqual({ invitation: '7.abc', login: '%D0' });
});
