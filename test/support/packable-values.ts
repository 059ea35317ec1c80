import fc from 'fast-check';
import { PACKED_KEYS } from '../../src/event-store/packing/packed-keys.ts';
import { anyCharacter } from './any-character.ts';

const known = fc.constantFrom(...PACKED_KEYS);
const instants = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
const texts = fc.oneof(
  fc.uuid(),
  fc.uuid().map((uuid) => `x,"${uuid}"`),
  fc.uuid().map((uuid) => uuid.toUpperCase()),
  instants,
  instants.map((instant) => instant.replace(/..T/, '31T')),
  fc.string({ unit: anyCharacter }),
  fc.tuple(known, fc.string()).map(([key, text]) => `,"${key}":${text}{"${key}":`),
);
/** Values with what packing has marks for, and with what looks like it. */
export const packableValues: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue(),
    fc.constantFrom(null, Number.NaN),
    texts,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(known, texts), tie('value'), { maxKeys: 6 }),
  ),
})).value;
