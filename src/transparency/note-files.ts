import { NoteError } from './note.ts';

const NOTE = /(?:[^\n—][^\n]*\n)+\n(?:— [^\n]+\n)+/g;

/**
 * The signed notes in a text that somebody kept: notes one after the other, or JSON lines that have them, as the app's own
 * output does (`checkpoint`), or an answer of the API (`note`).
 * @throws NoteError if there are none
 */
export const notesIn = (text: string): string[] => {
  const notes = text.trimStart().startsWith('{')
    ? notesInJson(text)
    : [...`${text.trimEnd()}\n`.matchAll(NOTE)].map(String);
  if (notes.length === 0) throw new NoteError('there is no signed note in it');
  return notes;
};

const notesInJson = (text: string): string[] => {
  const notes: string[] = [];
  const keep = (name: string, value: unknown): unknown => {
    if ((name === 'note' || name === 'checkpoint') && typeof value === 'string') notes.push(value);
    return value;
  };
  try {
    JSON.parse(text, keep);
  } catch {
    for (const line of text.split('\n')) {
      try {
        JSON.parse(line, keep);
      } catch {
        // Output of the app may have other lines too.
      }
    }
  }
  return notes;
};
