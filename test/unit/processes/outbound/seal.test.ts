import { expect, test } from 'vitest';
import { createSeal } from '../../../../src/processes/outbound/seal.ts';

const KEY = 'a secret of the server, long enough';

test('a sealed secret opens under its key and its id alone', () => {
  const sealed = createSeal(KEY).seal('whsec_x', 'id');
  expect(createSeal(KEY).open(sealed, 'id')).toBe('whsec_x');
  expect(createSeal(`${KEY}!`).open(sealed, 'id')).toBeUndefined();
  expect(createSeal(KEY).open(sealed, 'another id')).toBeUndefined();
});

test('a changed, cut or empty sealed secret never opens', () => {
  const { seal, open } = createSeal(KEY);
  const sealed = seal('whsec_x', 'id');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(open(changed, 'id')).toBeUndefined();
    expect(open(sealed.subarray(0, at), 'id')).toBeUndefined();
  }
});

test('the same secret never looks the same twice when sealed, and cannot be read from it', () => {
  const { seal } = createSeal(KEY);
  expect(seal('whsec_x', 'id').equals(seal('whsec_x', 'id'))).toBe(false);
  expect(seal('whsec_x', 'id').toString('latin1')).not.toContain('whsec');
});
