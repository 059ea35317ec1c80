import { NoteError, parseNote } from './note.ts';

/** What a kept file has. */
export interface KeptNotes {
  readonly notes: readonly string[];
  /** Lines, from 1, at which something begins that is no whole note: a program died while it wrote it. */
  readonly torn: readonly number[];
}

interface Block {
  /** The line it begins at. */
  readonly at: number;
  readonly text: string[];
  readonly signatures: string[];
  hasGap: boolean;
}

/** A checkpoint has so many lines at least: the log, its size, its root. */
const LINES = 3;
/** An Ed25519 signature with the id of its key. */
const SIGNATURE_BYTES = 68;

/**
 * The signed notes in a text that somebody kept: notes one after the other, or JSON lines that have them, as the app's own
 * output does (`checkpoint`), or an answer of the API (`note`).
 * @throws NoteError if there are none
 */
export const notesIn = (text: string): KeptNotes => {
  const kept = keptNotesIn(text);
  if (kept.notes.length > 0) return kept;
  const lacks = kept.torn.length > 0 ? 'there is no signed note in it that is whole' : 'there is no signed note in it';
  throw new NoteError(lacks);
};

/** As `notesIn`, of a file that may have none yet. */
export const keptNotesIn = (text: string): KeptNotes =>
  text.trimStart().startsWith('{') ? notesInJson(text) : notesInText(text);

const notesInText = (text: string): KeptNotes => {
  const notes: string[] = [];
  const torn: number[] = [];
  let block: Block | undefined;

  const finish = (): void => {
    if (!block) return;
    const { note, isTorn } = wholeNoteOf(block);
    if (isTorn) torn.push(block.at);
    if (note !== undefined) notes.push(note);
    block = undefined;
  };

  for (const [index, line] of text.split('\n').entries()) {
    const isSignature = line.startsWith('—');
    const goesOn = block && (isSignature ? block.hasGap : line !== '' && !block.hasGap);
    const isGap = block && line === '' && !block.hasGap;
    if (!goesOn && !isGap) finish();
    if (isGap) block!.hasGap = true;
    else if (line !== '') {
      block ??= { at: index + 1, text: [], signatures: [], hasGap: false };
      (isSignature ? block.signatures : block.text).push(line);
    }
  }
  finish();
  return { notes, torn };
};

const wholeNoteOf = ({ text, signatures }: Block): { readonly note?: string; readonly isTorn: boolean } => {
  // A log signs under its own name, which begins a note. What stands before it was written in vain.
  const names = signatures.flatMap((line) => /^— (\S+) /.exec(line)?.[1] ?? []);
  const begin = text.findLastIndex((line) => names.some((name) => line.endsWith(name)));
  const name = names.find((each) => text[begin]?.endsWith(each));
  const body = name === undefined ? text : [name, ...text.slice(begin + 1)];
  const note = `${[...body, '', ...signatures].join('\n')}\n`;
  if (body.length < LINES || !isWhole(note, name)) return { isTorn: true };
  return { note, isTorn: body.length < text.length || body[0] !== text[0] };
};

const isWhole = (note: string, log: string | undefined): boolean => {
  try {
    const own = parseNote(note).signatures.filter(({ name }) => name === log);
    return own.every(({ id, bytes }) => id.length + bytes.length >= SIGNATURE_BYTES);
  } catch (error) {
    if (error instanceof NoteError) return false;
    throw error;
  }
};

const notesInJson = (text: string): KeptNotes => {
  const notes: string[] = [];
  const torn: number[] = [];
  const keep = (name: string, value: unknown): unknown => {
    if ((name === 'note' || name === 'checkpoint') && typeof value === 'string') notes.push(value);
    return value;
  };
  try {
    JSON.parse(text, keep);
  } catch {
    for (const [index, line] of text.split('\n').entries()) {
      try {
        JSON.parse(line, keep);
      } catch {
        // Output of the app may have other lines too.
        if (line.startsWith('{')) torn.push(index + 1);
      }
    }
  }
  return { notes, torn };
};
