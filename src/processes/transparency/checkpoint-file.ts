import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { syncFolder } from '../../database/sync-folder.ts';
import type { Checkpoints } from '../../transparency/checkpoints.ts';
import { parseNote } from '../../transparency/note.ts';
import { keptNotesIn } from '../../transparency/note-files.ts';
import type { Ticker } from '../engine/process.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 100;
/** What is read of the end of the file: more than one tick writes. */
const TAIL_BYTES = 128 * 1024;

const LINE_END = 0x0a;

/** How far the file is written. */
interface Written {
  /** Where the next note goes. Two processes that are here at once write the same at the same place. */
  readonly end: number;
  /** All checkpoints of so many events are in the file. */
  readonly size: number;
  /** Larger ones that are in it as well. */
  readonly known: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

export interface CheckpointFileOptions {
  readonly path: string;
  readonly checkpoints: Pick<Checkpoints, 'after'>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Writes each signed checkpoint into a file beside the backups. So a restore that ends earlier can say which checkpoints it is
 * behind, and `npm run audit -- verify --against` has them.
 */
export const createCheckpointFile = ({ path, checkpoints, log }: CheckpointFileOptions): Ticker => {
  let written: Written | undefined;
  let isOwner = (): boolean => true;

  /** Cuts off what was written of a checkpoint when a process died, or when the disk was full. */
  const cutBack = async (file: FileHandle, size: number): Promise<Written> => {
    const from = Math.max(0, size - TAIL_BYTES);
    const tail = Buffer.alloc(size - from);
    await file.read(tail, 0, tail.length, from);
    const last = lastWholeNote(tail);
    if (last === undefined && from > 0) throw new Error(`${path} ends with something else than signed checkpoints`);
    const noteEnd = last === undefined ? 0 : tail.lastIndexOf(last) + Buffer.byteLength(last);
    const behind = tail[noteEnd] === LINE_END ? noteEnd + 1 : noteEnd;
    const torn = tail.toString('utf8', behind);
    const isTorn = torn.trim() !== '';
    if (isTorn) {
      log.warn({ path, torn }, 'the file of checkpoints ended within a checkpoint, which is written again');
      await file.truncate(from + behind);
    }
    return upTo(last, isTorn ? from + behind : size);
  };

  const upTo = async (last: string | undefined, end: number): Promise<Written> => {
    if (last === undefined) return { end, size: -1, known: NONE };
    const size = Number(parseNote(last).text.split('\n')[1]);
    const [kept] = await checkpoints.after(size - 1, 1);
    if (kept?.note === last) return { end, size, known: NONE };
    // It ends with another history, as after a restore: what is signed since then may be of fewer events.
    return { end, size: -1, known: new Set(keptNotesIn(await readFile(path, 'utf8')).notes) };
  };

  const write = async (file: FileHandle, at: number, text: Buffer): Promise<void> => {
    try {
      for (let done = 0; done < text.length; ) {
        done += (await file.write(text, done, text.length - done, at + done)).bytesWritten;
      }
      await file.sync();
    } catch (error) {
      // What may not be on the disk is written again.
      await file.truncate(at).catch(() => {});
      throw error;
    }
  };

  const append = async (file: FileHandle): Promise<void> => {
    const { size } = await file.stat();
    // Another process wrote meanwhile, or somebody moved the file away.
    if (written?.end !== size) written = await cutBack(file, size);
    let text: Buffer;
    do {
      const due = await checkpoints.after(written.size, AT_ONCE);
      const { known, end }: Written = written;
      text = Buffer.from(due.flatMap(({ note }) => (known.has(note) ? [] : `${note}\n`)).join(''));
      await write(file, end, text);
      const isAll = due.length < AT_ONCE;
      written = { end: end + text.length, size: due.at(-1)?.size ?? written.size, known: isAll ? NONE : known };
    } while (text.length === 0 && written.known.size > 0);
  };

  return {
    name: 'checkpoint-file',
    everyMs: EVERY_MS,
    begin: (isSure) => {
      isOwner = isSure;
      written = undefined;
    },
    tick: async () => {
      if ((await checkpoints.after(written?.size ?? -1, 1)).length === 0 || !isOwner()) return;
      const isNew = !existsSync(path);
      const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
      try {
        await append(file);
      } catch (error) {
        written = undefined;
        throw error;
      } finally {
        await file.close();
      }
      if (isNew) await syncFolder(dirname(path));
    },
    end: async () => {},
  };
};

/** A note whose last line has no end may lack something. */
const lastWholeNote = (tail: Buffer): string | undefined =>
  keptNotesIn(tail.toString('utf8', 0, tail.lastIndexOf('\n') + 1)).notes.at(-1);
