import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decrypt, encrypt } from '../../../src/personal/aes-gcm.ts';
import { createKeyRing, PersonalDataKeyError } from '../../../src/personal/key-ring.ts';

const newKey = (): string => randomBytes(32).toString('base64');

test('what was encrypted opens under the same key and label alone, and not after a change', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)];
  const content = Buffer.from('Ann, +998901234567');
  const encrypted = encrypt(key, content, 'event 1');
  expect(decrypt(key, encrypted, 'event 1')).toEqual(content);
  expect(decrypt(key, encrypted, 'event 2')).toBeUndefined();
  expect(decrypt(other, encrypted, 'event 1')).toBeUndefined();
  for (const place of encrypted.keys()) {
    const changed = Buffer.from(encrypted);
    changed[place]! ^= 1;
    expect(decrypt(key, changed, 'event 1')).toBeUndefined();
  }
  for (const length of encrypted.keys()) expect(decrypt(key, encrypted.subarray(0, length), 'event 1')).toBeUndefined();
});

test('the same content is never encrypted alike', () => {
  const key = randomBytes(32);
  const texts = Array.from({ length: 1_000 }, () => encrypt(key, Buffer.from('Ann'), 'event 1').toString('hex'));
  expect(new Set(texts.map((text) => text.slice(0, 24))).size).toBe(1_000);
});

test('the first key of a ring wraps, and every key of it unwraps', () => {
  const [old, young] = [newKey(), newKey()];
  const key = randomBytes(32);
  const before = createKeyRing(old).wrap(key, 'Ann');
  const both = createKeyRing(`${young}, ${old}`);
  expect(both.unwrap(before, 'Ann')).toEqual(key);
  const after = both.wrap(key, 'Ann');
  expect(createKeyRing(young).unwrap(after, 'Ann')).toEqual(key);
  expect(after.wrapped_by).toBe(both.current);
  expect([both.has(before.wrapped_by), both.has(after.wrapped_by), both.has(1)]).toEqual([true, true, false]);
});

test('a key that the ring has not wrapped, or that was wrapped for another row, is an error of one line', () => {
  const wrapped = createKeyRing(newKey()).wrap(randomBytes(32), 'Ann');
  const ring = createKeyRing(newKey());
  expect(() => ring.unwrap(wrapped, 'Ann')).toThrow(PersonalDataKeyError);
  expect(() => ring.unwrap({ ...wrapped, wrapped_by: ring.current }, 'Ann')).toThrow(
    /^PERSONAL_DATA_KEY does not open .*$/,
  );
  const own = ring.wrap(randomBytes(32), 'Ann');
  expect(() => ring.unwrap(own, 'Bob')).toThrow(PersonalDataKeyError);
});

test.for(['', 'short', `${newKey()},`, 'x'.repeat(44)])('%j is no list of keys', (list) => {
  expect(() => createKeyRing(list)).toThrow('PERSONAL_DATA_KEY must be 32 random bytes in base64');
});
