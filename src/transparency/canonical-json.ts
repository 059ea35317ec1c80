import { configure } from 'safe-stable-stringify';

/** Members in the order of their names by UTF-16 code units, and values as JSON.stringify writes them. */
const stringify = configure({ strict: true });

/** Half of a surrogate pair, as JSON.stringify writes it, not after a backslash. It writes a pair as it is. */
const HALF_PAIR = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * The canonical form (RFC 8785) of a JSON value.
 * @throws Error for a value that has none: half of a surrogate pair, or a number that is not finite
 */
export const canonicalJson = (value: unknown): string => {
  const text = stringify(value)!;
  if (mayHaveHalfPair(text) && HALF_PAIR.test(text)) throw new Error('half of a surrogate pair has no canonical form');
  return text;
};

/** Nearly no text has this, and to look for it takes less time than the expression. */
export const mayHaveHalfPair = (text: string): boolean => text.includes('\\ud');
