import { createTurns, type Turns } from '../../../concurrency/turns.ts';

/** A list with more elements may take long to write. */
const LONG = 100;
/** Lists are looked for so many levels down. */
const DEPTH = 3;
/** Texts become bytes when there are so many characters. */
const PIECE = 64 * 1024;
/** How often the time is looked at: for so many characters. */
const GLANCE = 4 * 1024;

/**
 * JSON of a value, as JSON.stringify writes it. A value with a long list becomes pieces of bytes, and is written in slices
 * with turns of others between them. `hold` is told of the bytes of each piece as soon as it is there, because many answers
 * may be written at once. If it throws, the rest is not written.
 */
export const renderJson = (value: unknown, hold: (bytes: number) => void): string | Promise<Buffer[]> =>
  hasLongList(value, DEPTH) ? inSlices(value, hold) : JSON.stringify(value);

const hasLongList = (value: unknown, depth: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value))
    return value.length > LONG || (depth > 0 && value.some((one) => hasLongList(one, depth - 1)));
  if (depth === 0) return false;
  for (const name in value) {
    if (hasLongList((value as Record<string, unknown>)[name], depth - 1)) return true;
  }
  return false;
};

const inSlices = async (value: unknown, hold: (bytes: number) => void): Promise<Buffer[]> => {
  const pieces: Buffer[] = [];
  const keep = (piece: Buffer): void => {
    hold(piece.length);
    pieces.push(piece);
  };
  let text = '';
  let glanceAt = GLANCE;
  const turns: Turns = createTurns();
  for (const part of partsOf(value, DEPTH)) {
    text += part;
    if (text.length < glanceAt) continue;
    if (text.length > PIECE) {
      keep(Buffer.from(text));
      text = '';
    }
    glanceAt = text.length + GLANCE;
    if (turns.isOver) await turns.next();
  }
  keep(Buffer.from(text));
  return pieces;
};

/** The JSON of a value in parts, none of which is a long list. */
function* partsOf(value: unknown, depth: number): Generator<string> {
  if (!hasLongList(value, depth) || hasOwnForm(value)) {
    yield JSON.stringify(value);
  } else if (Array.isArray(value)) {
    yield '[';
    for (const [index, element] of value.entries()) {
      if (index > 0) yield ',';
      if (isLeftOut(element)) yield 'null';
      else yield* partsOf(element, depth - 1);
    }
    yield ']';
  } else {
    let before = '{';
    for (const [name, child] of Object.entries(value as Record<string, unknown>)) {
      if (isLeftOut(child)) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* partsOf(child, depth - 1);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}

const hasOwnForm = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';

const isLeftOut = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol';
