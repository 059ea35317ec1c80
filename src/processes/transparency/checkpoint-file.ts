import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import type { Checkpoints } from '../../transparency/checkpoints.ts';
import { parseNote } from '../../transparency/note.ts';
import { notesIn } from '../../transparency/note-files.ts';
import type { Ticker } from '../engine/process.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 100;

/**
 * Writes each signed checkpoint into a file beside the backups. So a restore that ends earlier can say which checkpoints it is
 * behind, and `npm run audit -- verify --against` has them.
 */
export const createCheckpointFile = ({
  path,
  checkpoints,
}: {
  readonly path: string;
  readonly checkpoints: Pick<Checkpoints, 'after'>;
}): Ticker => {
  let written: number | undefined;

  const lastWritten = async (): Promise<number> => {
    if (!existsSync(path)) return -1;
    const text = await readFile(path, 'utf8');
    const last = text.trim() === '' ? undefined : notesIn(text).at(-1);
    return last === undefined ? -1 : Number(parseNote(last).text.split('\n')[1]);
  };

  return {
    name: 'checkpoint-file',
    everyMs: EVERY_MS,
    begin: () => {
      written = undefined;
    },
    tick: async () => {
      written ??= await lastWritten();
      const due = await checkpoints.after(written, AT_ONCE);
      if (due.length === 0) return;
      await appendFile(path, due.map(({ note }) => `${note}\n`).join(''), { mode: 0o600, flush: true });
      written = due.at(-1)!.size;
    },
    end: async () => {},
  };
};
