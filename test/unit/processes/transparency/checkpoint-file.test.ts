import { truncateSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCheckpointFile } from '../../../../src/processes/transparency/checkpoint-file.ts';
import { signCheckpoint, signingKeyOf } from '../../../../src/transparency/note.ts';
import { notesIn } from '../../../../src/transparency/note-files.ts';

const key = signingKeyOf(Buffer.alloc(32, 7).toString('base64'), 'tillstream/1');
const checkpoint = (size: number, fill = size) => {
  const root = Buffer.alloc(32, fill);
  const note = signCheckpoint({ origin: key.name, size, root }, key);
  return { size, root, note, signed_at: new Date(0), verifier_key: '' };
};

const setUp = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillstream-test-checkpoints-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'checkpoints');
  const kept = [1, 2, 3].map((size) => checkpoint(size));
  const warned: unknown[] = [];
  let isOwner = true;
  /** A process that begins, as after a crash. */
  const begin = () => {
    const after = async (size: number, limit: number) => kept.filter((each) => each.size > size).slice(0, limit);
    const log = { warn: (details: unknown) => void warned.push(details) };
    const file = createCheckpointFile({ path, checkpoints: { after }, log });
    file.begin?.(() => isOwner);
    return { tick: () => file.tick(new Date()) };
  };
  const found = async () => notesIn(await readFile(path, 'utf8'));
  const all = () => ({ notes: kept.map(({ note }) => note), torn: [] });
  const loseOwnership = () => {
    isOwner = false;
  };
  return { path, kept, warned, begin, found, all, loseOwnership };
};

describe('the file of checkpoints', () => {
  test('has each checkpoint once, also after another process has begun', async () => {
    const { path, kept, warned, begin, found, all } = await setUp();
    const first = begin();
    await first.tick();
    await first.tick();
    const { size, mode } = await stat(path);
    expect(mode & 0o777).toBe(0o600);
    await begin().tick();
    expect((await stat(path)).size).toBe(size);
    kept.push(checkpoint(4));
    await begin().tick();
    expect(await found()).toEqual(all());
    expect(warned).toEqual([]);
  });

  test('is mended by the next process, wherever the write of one was broken off', async () => {
    const { path, kept, warned, begin, found, all } = await setUp();
    await begin().tick();
    const { length } = await readFile(path);
    const last = Buffer.byteLength(`${kept[2]!.note}\n`);
    for (let lacking = 1; lacking <= last; lacking++) {
      truncateSync(path, length - lacking);
      await begin().tick();
      expect(await found(), `${lacking} bytes are lacking`).toEqual(all());
    }
    // Of one the empty line behind it, and of one all was lacking.
    expect(warned).toHaveLength(last - 2);
  });

  test('is mended by the process that wrote a part of one, as while the disk was full', async () => {
    const { path, kept, begin, found, all } = await setUp();
    const file = begin();
    await file.tick();
    kept.push(checkpoint(4), checkpoint(5));
    await appendFile(path, `${kept[3]!.note}\n${kept[4]!.note.slice(0, 70)}`);
    kept.push(checkpoint(6));
    await file.tick();
    expect(await found()).toEqual(all());
  });

  test('is mended after a power cut that left zeros, and before any checkpoint is whole', async () => {
    const { path, begin, found, all } = await setUp();
    await writeFile(path, Buffer.alloc(500));
    await begin().tick();
    expect(await found()).toEqual(all());
    await appendFile(path, Buffer.alloc(500));
    await begin().tick();
    expect(await found()).toEqual(all());
  });

  test('is written by two processes at once as by one', async () => {
    const { path, kept, begin, found, all } = await setUp();
    const [one, other] = [begin(), begin()];
    await Promise.all([one.tick(), other.tick()]);
    for (let size = 4; size < 20; size++) {
      kept.push(checkpoint(size));
      await Promise.all([one.tick(), other.tick()]);
    }
    expect(await found()).toEqual(all());
    expect((await stat(path)).size).toBe(kept.reduce((sum, { note }) => sum + Buffer.byteLength(note) + 1, 0));
  });

  test('is left to the owner by a process that is none any more', async () => {
    const { path, begin, loseOwnership } = await setUp();
    const file = begin();
    loseOwnership();
    await file.tick();
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('begins anew where somebody moved it away, with what is signed from then on', async () => {
    const { path, kept, begin, found, all } = await setUp();
    const file = begin();
    await file.tick();
    await rename(path, `${path}.old`);
    kept.push(checkpoint(4));
    await file.tick();
    expect(await found()).toEqual(all());
  });

  test('gets what was signed after a restore, though the file ends with more events than the log has now', async () => {
    const { kept, warned, begin, found } = await setUp();
    await begin().tick();
    const before = kept.map(({ note }) => note);
    kept.splice(1, 2, checkpoint(2, 20));
    await begin().tick();
    await begin().tick();
    expect(await found()).toEqual({ notes: [...before, kept[1]!.note], torn: [] });
    expect(warned).toEqual([]);
  });

  test('is left as it is, with an error, if something else stands at its end', async () => {
    const { path, begin } = await setUp();
    const other = 'x'.repeat(200_000);
    await writeFile(path, other);
    await expect(begin().tick()).rejects.toThrow('ends with something else');
    expect(await readFile(path, 'utf8')).toBe(other);
  });
});
