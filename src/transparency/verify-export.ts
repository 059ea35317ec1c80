import { z } from 'zod';
import { storedEventOf } from './export-line.ts';
import { type ExportProof, exportProofSchema } from './export-proof.ts';
import { leafHashOf } from './leaf.ts';
import { rootFromMultiProof } from './multi-proof.ts';
import { NoteError, openCheckpoint, type VerifierKey } from './note.ts';

const lastLineSchema = z.object({ proof: exportProofSchema });

export interface VerifiedExport {
  readonly events: number;
  /** Of the log that the export was proved to be part of. */
  readonly size: number;
  /** What is wrong, each naming its line or position. */
  readonly problems: readonly string[];
}

/** Verifies an export with the public key alone: without a database, and without a network. */
export const verifyExport = async (
  lines: AsyncIterable<string>,
  keys: readonly VerifierKey[],
): Promise<VerifiedExport> => {
  const parsed: unknown[] = [];
  const unread: string[] = [];
  let count = 0;
  for await (const line of lines) {
    count += 1;
    try {
      parsed.push(JSON.parse(line));
    } catch {
      unread.push(`line ${count}: this is no JSON`);
    }
  }
  const last = lastLineSchema.safeParse(parsed.pop());
  if (unread.length > 0) return { events: parsed.length, size: 0, problems: unread };
  if (!last.success) return { events: parsed.length, size: 0, problems: ['the last line holds no proof'] };
  const { proof } = last.data;
  const problems = [...compareLines(parsed, proof), ...checkProof(proof, keys)];
  return { events: parsed.length, size: proof.size, problems };
};

/** Each line must be the event whose leaf the proof names. */
const compareLines = (lines: readonly unknown[], { brand_id, events }: ExportProof): string[] => {
  const problems: string[] = [];
  const known = new Map(events.map(([position, , leaf]) => [position, leaf]));
  const seen = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const event = storedEventOf(line, brand_id);
    if (!event) {
      problems.push(`line ${index + 1}: this is no event`);
      continue;
    }
    const { position } = event;
    const leaf = known.get(position);
    if (leaf === undefined) problems.push(`line ${index + 1}: the event at position ${position} is not in the proof`);
    else if (seen.has(position)) problems.push(`line ${index + 1}: the event at position ${position} comes again`);
    else if (leaf === null) problems.push(`line ${index + 1}: the event at position ${position} was not signed yet`);
    else if (leafHashOf(event).toString('base64') !== leaf) {
      problems.push(`line ${index + 1}: the event at position ${position} was changed`);
    }
    seen.add(position);
  }
  for (const [position] of events) if (!seen.has(position)) problems.push(`position ${position}: its line is missing`);
  return problems;
};

const checkProof = (proof: ExportProof, keys: readonly VerifierKey[]): string[] => {
  try {
    const checkpoint = openCheckpoint(proof.note, keys);
    const signed = checkpoint.root.toString('base64');
    if (checkpoint.size !== proof.size || signed !== proof.root) return ['the proof is not for the signed checkpoint'];
    const leaves = proof.events.flatMap(([, index, leaf]) =>
      index === null || leaf === null ? [] : [{ index, leaf }],
    );
    if (leaves.length === 0) return [];
    const root = rootFromMultiProof(
      leaves.map(({ leaf }) => Buffer.from(leaf, 'base64')),
      {
        indexes: leaves.map(({ index }) => index),
        size: proof.size,
        hashes: proof.hashes.map((hash) => Buffer.from(hash, 'base64')),
      },
    );
    return root?.equals(checkpoint.root) ? [] : ['the events do not lead to the root of the signed checkpoint'];
  } catch (error) {
    if (error instanceof NoteError) return [error.message];
    throw error;
  }
};
