/**
 * The most values one JSON body may hold, its lists and objects counted too. The largest that any route takes has a tenth of
 * them; two hundred megabytes of empty lists would keep the parser, and so everybody, waiting for most of a minute.
 */
export const MAX_VALUES = 250_000;

const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;

/** How many values a piece of JSON begins, at most: every one of them follows such a byte, and texts may hold some more. */
export const countValues = (piece: Uint8Array): number => {
  let count = 0;
  for (let i = 0; i < piece.length; i++) {
    const byte = piece[i];
    if (byte === COMMA || byte === LIST || byte === OBJECT) count++;
  }
  return count;
};
