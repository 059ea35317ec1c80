import { describe, expect, test } from 'vitest';
import { NoteError, signCheckpoint, signingKeyOf } from '../../../src/transparency/note.ts';
import { notesIn } from '../../../src/transparency/note-files.ts';

const key = signingKeyOf(Buffer.alloc(32, 7).toString('base64'), 'log.example/1');
const notes = [1, 2, 3].map((size) =>
  signCheckpoint({ origin: 'log.example/1', size, root: Buffer.alloc(32, size) }, key),
);

describe('the signed notes in a text', () => {
  test.each([
    ['one', notes[0]!, notes.slice(0, 1)],
    ['one after the other', notes.join(''), notes],
    ['with empty lines between', notes.join('\n'), notes],
    [
      'with more than one signature',
      `${notes[0]}— witness AAAAAAAA\n${notes[1]}`,
      [`${notes[0]}— witness AAAAAAAA\n`, notes[1]!],
    ],
    ['without the last line end', notes.join('').trimEnd(), notes],
    ['an answer of the API', JSON.stringify({ checkpoints: notes.map((note) => ({ note })) }, null, 2), notes],
    [
      'the output of the app',
      notes.map((checkpoint) => `${JSON.stringify({ level: 30, checkpoint })}\n{"a":1}\nx\n`).join(''),
      notes,
    ],
  ])('are found: %s', (_, text, found) => {
    expect(notesIn(text)).toEqual(found);
  });

  test.each(['', '\n', 'nothing', '{}', '{"note":1}', '{'])('where there are none, it says so: %j', (text) => {
    expect(() => notesIn(text)).toThrow(NoteError);
  });
});
