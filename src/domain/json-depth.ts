/** How deep lists and objects of a JSON text from outside may stand in one another. The deepest that anybody needs is seven. */
export const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, `]` and `}`: the two of a pair differ in this bit alone. */
const CURLY = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Whether lists and objects of a JSON text stand in one another deeper than MAX_DEPTH. Ask it before the text is parsed:
 * whatever walks through a value of such a depth is slow, or overflows its stack. Of a text that is no JSON it says
 * something, and the parser then refuses the text.
 */
export const isTooDeep = (text: string): boolean => hasMany(text, '[{') && isDeep(text);

/** Whether there are more of these signs than may be open at once. An order has some twenty, so it needs no closer look. */
const hasMany = (text: string, signs: string): boolean => {
  let left = MAX_DEPTH;
  for (const sign of signs) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) if (left-- === 0) return true;
  }
  return false;
};

const isDeep = (text: string): boolean => {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfText(text, at);
    else if ((char | CURLY) === OPEN) {
      if (++depth > MAX_DEPTH) return true;
    } else if ((char | CURLY) === CLOSE) depth--;
  }
  return false;
};

/** Where the text that begins here ends: at the next quote that is not escaped. */
const endOfText = (text: string, begin: number): number => {
  for (let at = begin + 1; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) return at;
    if (char === BACKSLASH) at++;
  }
  return text.length;
};
