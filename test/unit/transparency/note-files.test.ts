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
    expect(notesIn(text)).toEqual({ notes: found, torn: [] });
  });

  test.each(['', '\n', 'nothing', '{}', '{"note":1}', '{'])('where there are none, it says so: %j', (text) => {
    expect(() => notesIn(text)).toThrow(NoteError);
  });

  const [first, second, third] = notes as [string, string, string];
  const lineAfter = first.split('\n').length + 1;
  /** Each beginning of the second note that lacks something. */
  const cuts = Array.from({ length: second.length - 2 }, (_, index) => index + 1);

  test('a torn one is named by its line, at the end and in the middle', () => {
    for (const cut of cuts) {
      const torn = second.slice(0, cut);
      expect(notesIn(`${first}\n${torn}`), `${cut}`).toEqual({ notes: [first], torn: [lineAfter] });
      expect(notesIn(`${first}\n${torn}\n\n${third}`), `${cut}`).toEqual({ notes: [first, third], torn: [lineAfter] });
    }
  });

  test('one that was written right behind a torn one is found, or both are named', () => {
    for (const cut of cuts) {
      const found = notesIn(`${first}\n${second.slice(0, cut)}${second}\n${third}`);
      const isInText = cut <= second.indexOf('— ');
      if (isInText) expect(found, `${cut}`).toEqual({ notes, torn: [lineAfter] });
      else expect(found, `${cut}`).toMatchObject({ notes: [first, third], torn: [lineAfter, expect.any(Number)] });
    }
  });

  test('a line of JSON that has no end is named', () => {
    const [one, other, last] = notes.map((note) => JSON.stringify({ note })) as [string, string, string];
    const text = [one, other.slice(0, 40), last, other.slice(0, 9)].join('\n');
    expect(notesIn(text)).toEqual({ notes: [first, third], torn: [2, 4] });
  });
});
