import { z } from 'zod';
import type { EventCatalogue } from '../event-store/codec.ts';
import { parseExportLine, storedEventOf } from './export-line.ts';
import { type ExportProof, exportProofSchema } from './export-proof.ts';
import { isHash } from './hashes.ts';
import { leafHashOf } from './leaf.ts';
import { rootFromMultiProof } from './multi-proof.ts';
import { NoteError, openCheckpoint, renderVerifierKey, type VerifierKey } from './note.ts';
import { compareShown } from './shown-data.ts';

const lastLineSchema = z.strictObject({ proof: exportProofSchema });

export interface VerifiedExport {
  readonly events: number;
  /** Of the log that the export was proved to be part of. */
  readonly size: number;
  /** What is wrong, each naming its line or position. */
  readonly problems: readonly string[];
  /** The paths of what was sealed. The file shows it open, and cannot prove it. */
  readonly sealed: readonly string[];
}

/**
 * Verifies an export with the public key alone: without a database, and without a network. All that a line shows is
 * proved, but for what was sealed.
 */
export const verifyExport = async (
  lines: AsyncIterable<string>,
  keys: readonly VerifierKey[],
  catalogue: EventCatalogue,
): Promise<VerifiedExport> => {
  const parsed: unknown[] = [];
  const unread: string[] = [];
  let count = 0;
  for await (const line of lines) {
    count += 1;
    const read = readLine(line);
    if ('problem' in read) unread.push(`line ${count}: ${read.problem}`);
    else parsed.push(read.value);
  }
  const last = lastLineSchema.safeParse(parsed.pop());
  const failed = (problems: readonly string[]) => ({ events: parsed.length, size: 0, problems, sealed: [] });
  if (unread.length > 0) return failed(unread);
  if (!last.success) return failed(['the last line holds no proof']);
  const { proof } = last.data;
  const { problems, sealed } = compareLines(parsed, proof, catalogue);
  return {
    events: parsed.length,
    size: proof.size,
    problems: [...problems, ...checkProof(proof, keys)],
    sealed: [...new Set(sealed)].sort(),
  };
};

/** Of two members with one name a person may read the first, and a program the last. So the text counts as well. */
const readLine = (line: string): { readonly value: unknown } | { readonly problem: string } => {
  try {
    const value: unknown = JSON.parse(line);
    return JSON.stringify(value) === line ? { value } : { problem: 'it is not written as it was exported' };
  } catch {
    return { problem: 'this is no JSON' };
  }
};

/** Each line must be the event whose leaf the proof names, and show what is stored. */
const compareLines = (lines: readonly unknown[], { brand_id, events }: ExportProof, catalogue: EventCatalogue) => {
  const problems: string[] = [];
  const sealed: string[] = [];
  const known = new Map(events.map(([position, , leaf]) => [position, leaf]));
  const seen = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const report = (problem: string) => problems.push(`line ${index + 1}: ${problem}`);
    const read = parseExportLine(line);
    if (typeof read === 'string') {
      report(read);
      continue;
    }
    const { position } = read;
    const leaf = known.get(position);
    const shown = compareShown(read, catalogue);
    if (leaf === undefined) report(`the event at position ${position} is not in the proof`);
    else if (seen.has(position)) report(`the event at position ${position} comes again`);
    else if (leaf === null) report(`the event at position ${position} was not signed yet`);
    else if (leafHashOf(storedEventOf(read, brand_id)).toString('base64') !== leaf) {
      report(`the event at position ${position} was changed`);
    } else if (shown.problem !== undefined) {
      report(`the event at position ${position} is shown otherwise than it is stored: ${shown.problem}`);
    }
    sealed.push(...shown.sealed);
    seen.add(position);
  }
  for (const [position] of events) if (!seen.has(position)) problems.push(`position ${position}: its line is missing`);
  return { problems, sealed };
};

const checkProof = (proof: ExportProof, keys: readonly VerifierKey[]): string[] => {
  try {
    const key = keys.find((each) => renderVerifierKey(each) === proof.verifier_key);
    const checkpoint = openCheckpoint(proof.note, keys);
    if (!key) return ['the proof names another public key than the one that was given'];
    const signed = checkpoint.root.toString('base64');
    if (checkpoint.size !== proof.size || signed !== proof.root) return ['the proof is not for the signed checkpoint'];
    return leadsToRoot(proof, checkpoint.root) ? [] : ['the events do not lead to the root of the signed checkpoint'];
  } catch (error) {
    if (error instanceof NoteError) return [error.message];
    throw error;
  }
};

/** Whether each leaf has its place in the tree, in the order of the log, and all of them lead to the root. */
const leadsToRoot = ({ events, hashes, size }: ExportProof, root: Buffer): boolean => {
  if (!isAscending(events.map(([position]) => position))) return false;
  const placed = events.filter(([, index, leaf]) => index !== null || leaf !== null);
  const indexes = placed.flatMap(([, index]) => index ?? []);
  const leaves = placed.flatMap(([, , leaf]) => leaf ?? []);
  if (indexes.length !== placed.length || leaves.length !== placed.length || !isAscending(indexes)) return false;
  if (![...leaves, ...hashes].every(isHashText)) return false;
  // An empty log has a root, and no proof.
  if (size === 0) return placed.length === 0 && hashes.length === 0;
  const bytes = (texts: readonly string[]) => texts.map((text) => Buffer.from(text, 'base64'));
  return rootFromMultiProof(bytes(leaves), { indexes, size, hashes: bytes(hashes) })?.equals(root) ?? false;
};

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, nth) => nth === 0 || numbers[nth - 1]! < number);

/** Some bits of the last character count for nothing: a text that differs in them alone is another text. */
const isHashText = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64');
  return isHash(bytes) && bytes.toString('base64') === text;
};
