import fc from 'fast-check';

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;

/**
 * Any character of Unicode, as `unit` of `fc.string`: what fast-check calls 'binary'. Its own needs a second of processor
 * time before the first text, for a list of all 1.1 million.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - SURROGATES).map(
  (number) => String.fromCodePoint(number < SURROGATES_FROM ? number : number + SURROGATES),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('not one character');
    return point < SURROGATES_FROM ? point : point - SURROGATES;
  },
);
