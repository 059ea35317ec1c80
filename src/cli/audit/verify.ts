import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Config } from '../../config/config.ts';
import { createKeySearch } from '../../personal/key-search.ts';
import { createCheckpoints, type KeptCheckpoint } from '../../transparency/checkpoints.ts';
import { openKeptTree } from '../../transparency/kept-tree.ts';
import {
  type Checkpoint,
  NoteError,
  openCheckpoint,
  parseVerifierKey,
  signingKeyOf,
  type VerifierKey,
} from '../../transparency/note.ts';
import { notesIn } from '../../transparency/note-files.ts';
import { readLeaves } from '../../transparency/read-leaves.ts';
import type { TreeHead } from '../../transparency/tree-tables.ts';
import { verifyLog } from '../../transparency/verify-log.ts';
import { type OpenLog, withLog } from '../open-log.ts';
import { readLeavesInParallel, STRETCH } from './parallel-leaves.ts';
import { renderVerified } from './verify-report.ts';

interface Options {
  readonly against?: readonly string[];
  readonly key?: readonly string[];
}

/** A checkpoint, and where it was found. */
interface Found {
  readonly note: string;
  readonly where: string;
}

const readKeys = (files: readonly string[]): Promise<VerifierKey[]> =>
  Promise.all(files.map(async (file) => parseVerifierKey(await readFile(file, 'utf8'))));

/** The key that this installation signs with; undefined where it is not known. */
const ownKey = async ({ auditSigningKey, dataDir }: Config, origin: string): Promise<VerifierKey | undefined> => {
  const file = join(dataDir, 'audit-signing-key');
  const seed = auditSigningKey ?? (existsSync(file) ? await readFile(file, 'utf8') : undefined);
  return seed === undefined ? undefined : signingKeyOf(seed, origin);
};

/** Checkpoints elsewhere, and where such files have torn ones. */
const readNotes = async (files: readonly string[]): Promise<{ notes: Found[]; torn: string[] }> => {
  const notes: Found[] = [];
  const torn: string[] = [];
  for (const where of files) {
    const kept = notesIn(await readFile(where, 'utf8'));
    notes.push(...kept.notes.map((note) => ({ note, where })));
    torn.push(...kept.torn.map((line) => `${where}, line ${line}`));
  }
  return { notes, torn };
};

const openAll = (
  notes: readonly Found[],
  keys: readonly VerifierKey[],
  origin: string,
): { checkpoints: Checkpoint[]; refused: string[] } => {
  const checkpoints: Checkpoint[] = [];
  const refused = new Set<string>();
  for (const { note, where } of notes) {
    try {
      const checkpoint = openCheckpoint(note, keys);
      if (checkpoint.origin === origin) checkpoints.push(checkpoint);
      else refused.add(`${where}: a checkpoint of another log, ${checkpoint.origin}; this one is ${origin}`);
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      refused.add(`${where}: ${error.message}`);
    }
  }
  return { checkpoints, refused: [...refused] };
};

const ALL = 1_000_000_000;

/**
 * Verifies the log that is open. Answers the lines to print, and whether all is as it was. A log that ends after
 * `stretch` is read by several threads.
 */
export const verify = async (
  { config, url, pool, stored }: Pick<OpenLog, 'config' | 'url' | 'pool' | 'stored'>,
  { against = [], key = [] }: Options,
  stretch = STRETCH,
): Promise<{ lines: string[]; isWhole: boolean }> => {
  // The tree before the log: the log is then never the shorter one.
  const tree = await openKeptTree(pool);
  const { head } = tree;
  const own = await ownKey(config, head.origin);
  const keys = [...(own ? [own] : []), ...(await readKeys(key))];
  const { after } = createCheckpoints({ pool, seed: '', hasWitness: false, clock: Date.now, log: { info: () => {} } });
  const kept = await after(-1, ALL);
  const ofTable = kept.map(({ note }): Found => ({ note, where: 'app.tree_checkpoints' }));
  const { notes, torn } = await readNotes(against);
  const { checkpoints, refused } = openAll([...ofTable, ...notes], keys, head.origin);

  const end = await stored.head();
  const began = performance.now();
  // EventStoreDB can begin to read only where an event is.
  const inParallel = config.eventStoreUrl === undefined && end > stretch;
  const persons = createKeySearch(pool);
  const pages = inParallel
    ? readLeavesInParallel(url, end, stretch, persons.add)
    : readLeaves(stored, 0, end, persons.inspect);
  const verified = await verifyLog(pages, tree, checkpoints);
  const lost = await persons.lost(stored, end);

  const seconds = (performance.now() - began) / 1_000;
  const missing = missingCheckpoints(head, kept);
  return renderVerified({ verified, refused, torn, seconds, treeSize: head.size, lost, missing });
};

/** Why checkpoints that were signed are not all there; undefined if they are. */
const missingCheckpoints = (
  { signed_size, signed_count }: TreeHead,
  kept: readonly KeptCheckpoint[],
): string | undefined =>
  kept.length >= signed_count && (kept.at(-1)?.size ?? 0) >= signed_size
    ? undefined
    : `${signed_count} checkpoints were signed, the last for ${signed_size} events: ${kept.length} of them are there`;

const several = (value: string, before: readonly string[] = []): string[] => [...before, value];

export const verifyCommand = new Command('verify')
  .description('Computes the tree over the whole log anew, and compares it with every checkpoint.')
  .option('--against <file>', 'checkpoints that were kept elsewhere; may be given several times', several)
  .option('--key <file>', 'a public key that checkpoints may be signed with, beside the own one', several)
  .action(async (options: Options) => {
    const { lines, isWhole } = await withLog('tillstream-audit', (log) => verify(log, options));
    console.log(lines.join('\n'));
    process.exitCode = isWhole ? 0 : 1;
  });
