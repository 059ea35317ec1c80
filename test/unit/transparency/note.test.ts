import { describe, expect, test } from 'vitest';
import {
  isSeed,
  isSignedBy,
  NoteError,
  openCheckpoint,
  parseNote,
  parseVerifierKey,
  renderVerifierKey,
  signCheckpoint,
  signingKeyOf,
} from '../../../src/transparency/note.ts';

const SEED = Buffer.alloc(32, 7).toString('base64');
const key = signingKeyOf(SEED, 'log.example/1');
const checkpoint = { origin: 'log.example/1', size: 42, root: Buffer.alloc(32, 9) };

describe('signed notes', () => {
  test('the example of the documentation of signed notes is good, and its key is read and written the same', () => {
    const known = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const note =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
      '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
    expect(renderVerifierKey(parseVerifierKey(known))).toBe(known);
    expect(isSignedBy(parseNote(note), parseVerifierKey(known))).toBe(true);
    expect(isSignedBy(parseNote(note.replace('answer', 'Answer')), parseVerifierKey(known))).toBe(false);
  });

  test('a checkpoint is three lines, an empty one and the signature, and its key opens it', () => {
    const note = signCheckpoint(checkpoint, key);
    expect(note).toMatch(/^log\.example\/1\n42\n[A-Za-z0-9+/]{43}=\n\n— log\.example\/1 [A-Za-z0-9+/]+=*\n$/);
    expect(openCheckpoint(note, [parseVerifierKey(renderVerifierKey(key))])).toEqual(checkpoint);
  });

  test('signatures of witnesses may stand beside it', () => {
    const witness = signCheckpoint(checkpoint, signingKeyOf(Buffer.alloc(32, 8).toString('base64'), 'witness'));
    const note = signCheckpoint(checkpoint, key) + witness.split('\n\n')[1];
    expect(parseNote(note).signatures).toHaveLength(2);
    expect(openCheckpoint(note, [key])).toEqual(checkpoint);
  });

  test('a note that was changed, and one by another key, are refused with the reason', () => {
    const note = signCheckpoint(checkpoint, key);
    const other = signingKeyOf(Buffer.alloc(32, 8).toString('base64'), key.name);
    expect(() => openCheckpoint(note.replace('\n42\n', '\n43\n'), [key])).toThrow('no known key signed');
    expect(() => openCheckpoint(note, [other])).toThrow(`it is signed by ${key.name}+${key.id.toString('hex')}`);
    expect(() => openCheckpoint(note, [])).toThrow(NoteError);
  });

  test.each(['', 'text', 'a\n\n', 'a\nb\n\n— name\n', 'a\n1\nshort\n\n— n AAAAAAAA\n', 'a\n01\n\n— n AAAAAAAA\n'])(
    'what is no checkpoint is refused: %j',
    (note) => {
      expect(() => openCheckpoint(note, [key])).toThrow(NoteError);
    },
  );

  test.each(['', 'name', 'name+00000000+AAAA', renderVerifierKey(key).replace(/\+\w{8}\+/, '+00000000+')])(
    'what is no public key is refused: %j',
    (text) => {
      expect(() => parseVerifierKey(text)).toThrow(NoteError);
    },
  );

  test('a seed is 32 bytes in base64, of either alphabet', () => {
    const bytes = Buffer.alloc(32, 0xfb);
    expect([SEED, bytes.toString('base64'), bytes.toString('base64url')].map(isSeed)).toEqual([true, true, true]);
    expect(['', 'x'.repeat(42), 'x'.repeat(44), `${SEED} `].map(isSeed)).toEqual([false, false, false, false]);
    expect(signingKeyOf(bytes.toString('base64url'), 'a').id).toEqual(signingKeyOf(bytes.toString('base64'), 'a').id);
  });
});
