import { MAX_DEPTH } from '../../domain/json-depth.ts';
import { HttpError } from './errors.ts';

/**
 * The most values that one body may have, lists and objects included. The largest body that a route takes has about
 * half as many. Two hundred megabytes of empty lists would keep the parser busy for most of a minute, while every other
 * caller waits.
 */
export const MAX_VALUES = 250_000;
/**
 * The most fields that one object may have. Objects with many thousands are slow to parse and slower to copy. The
 * largest that a route takes has some thirty.
 */
export const MAX_FIELDS = 1_000;
/**
 * Of a longer text only the beginning is kept. It is still too long for every field of a route that takes large bodies.
 */
export const MAX_TEXT = 2_048;
/** The most characters of a name in a message. */
const NAME_SHOWN = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SPACE = 0x20;

/** A list or an object that is open at this place in the text. */
interface Open {
  readonly isObject: boolean;
  /** Commas so far. */
  commas: number;
  /** The name of the open field. */
  name: string;
}

/**
 * Scans a JSON text, piece by piece and before it is parsed, and refuses what would be slow to parse. It checks nothing
 * else: the parser finds out what is no JSON.
 */
export class JsonScan {
  readonly #open: Open[] = [];
  #values = 0;
  #inText = false;
  #isEscaped = false;
  /** How many hexadecimal digits of an escape are still to come. */
  #digits = 0;
  #textLength = 0;
  #afterSpace = false;

  /**
   * Returns the part of the piece that is worth keeping: without the ends of long texts, and with one space for many.
   * The result is JSON if and only if the whole text is, and has the same values except for those ends. Throws
   * HttpError 400.
   */
  add(piece: string): string {
    let kept = '';
    let from = 0;
    let textAt = -1;
    let textEnd = -1;
    for (let at = 0; at < piece.length; at++) {
      const char = piece.charCodeAt(at);
      if (this.#inText) {
        if (this.#isEscaped) {
          this.#isEscaped = false;
          if (char === LETTER_U) this.#digits = 4;
        } else if (char === BACKSLASH) this.#isEscaped = true;
        else if (char === QUOTE) {
          this.#inText = false;
          textEnd = at;
        } else if (char >= SPACE) {
          const end = endOfPlain(piece, at);
          const most = at + this.#roomInText(end - at);
          if (most < end) {
            kept += piece.slice(from, most);
            from = end;
          }
          at = end - 1;
        }
      } else if (isSpace(char)) {
        const end = endOfSpace(piece, at);
        kept += piece.slice(from, this.#afterSpace ? at : at + 1);
        this.#afterSpace = true;
        from = end;
        at = end - 1;
      } else {
        this.#afterSpace = false;
        if (char === QUOTE) {
          this.#beginText();
          textAt = at;
        } else if (char === COMMA || char === OPEN_LIST || char === OPEN_OBJECT) this.#begin(char);
        else if (char === CLOSE_LIST || char === CLOSE_OBJECT) this.#open.pop();
        else if (char === COLON) this.#name(textAt < 0 ? '' : piece.slice(textAt + 1, textEnd));
      }
    }
    return from === 0 ? piece : kept + piece.slice(from);
  }

  #beginText(): void {
    this.#inText = true;
    this.#textLength = 0;
    this.#digits = 0;
  }

  /** How many of the next plain characters of a text are kept. Characters of an escape are always kept. */
  #roomInText(length: number): number {
    const room = Math.max(this.#digits, MAX_TEXT - this.#textLength);
    this.#digits = Math.max(0, this.#digits - length);
    this.#textLength += length;
    return room;
  }

  /** Another value begins: an item, a field, a list or an object. */
  #begin(char: number): void {
    if (++this.#values > MAX_VALUES) throw new HttpError(400, 'body_too_many_values', { max: MAX_VALUES });
    if (char !== COMMA) {
      if (this.#open.push({ isObject: char === OPEN_OBJECT, commas: 0, name: '' }) > MAX_DEPTH) throw tooDeep();
      return;
    }
    const open = this.#open.at(-1);
    if (!open) return;
    open.commas++;
    if (open.isObject && open.commas >= MAX_FIELDS) {
      throw new HttpError(400, 'field_too_many_fields', { field: this.#path(), max: MAX_FIELDS });
    }
  }

  #name(name: string): void {
    const open = this.#open.at(-1);
    if (open) open.name = name.slice(0, NAME_SHOWN);
  }

  /** The path of the innermost object, as `commands[2].fields`. */
  #path(): string {
    const parts = this.#open.slice(0, -1).map((it) => (it.isObject ? `.${it.name}` : `[${it.commas}]`));
    return parts.join('').replace(/^\./, '') || 'body';
  }
}

export const tooDeep = (): HttpError => new HttpError(400, 'body_too_deep', { max: MAX_DEPTH });

/** A space, a tab or a line end: JSON allows these between values. */
const isSpace = (char: number): boolean => char === SPACE || char === 0x09 || char === 0x0a || char === 0x0d;

/** The end of a run of plain characters in a text. Control characters are not plain: the parser refuses them. */
const endOfPlain = (piece: string, begin: number): number => {
  let at = begin;
  for (; at < piece.length; at++) {
    const char = piece.charCodeAt(at);
    if (char === QUOTE || char === BACKSLASH || char < SPACE) break;
  }
  return at;
};

const endOfSpace = (piece: string, begin: number): number => {
  let at = begin + 1;
  while (at < piece.length && isSpace(piece.charCodeAt(at))) at++;
  return at;
};
