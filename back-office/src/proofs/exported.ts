import { base64Of, bytesOf, isSame, leafHash } from './bytes.ts';
import { leafOf } from './canonical.ts';
import { compareShown, exportLineOf, hasOnly, storedEventOf } from './export-line.ts';
import { rootOfMany } from './multi-proof.ts';
import { isSignedBy } from './notes.ts';

/** The last line of an export. `events`: the position, the place in the tree and the hash of the leaf of each line before. */
interface ExportProof {
  readonly brand_id: string;
  readonly size: number;
  readonly root: string;
  readonly note: string;
  readonly verifier_key: string;
  readonly events: readonly (readonly [number, number | null, string | null])[];
  readonly hashes: readonly string[];
}

export type Why =
  | 'unread'
  | 'noProof'
  | 'notInProof'
  | 'again'
  | 'notSigned'
  | 'changed'
  | 'otherwise'
  | 'missing'
  | 'key'
  | 'signature'
  | 'root';

/** What is wrong; `line`: of the file, from 1 on, or `position`: of the log. Neither: the whole of it. */
export interface Problem {
  readonly why: Why;
  readonly line?: number;
  readonly position?: number;
}

export interface CheckedExport {
  readonly events: number;
  /** Of the signed log that holds them. */
  readonly size: number;
  readonly problems: readonly Problem[];
  /** Lines with personal data: stored sealed, so that the file shows them open and cannot prove them. */
  readonly sealed: number;
  /** Lines whose stored form is of an older version. It is proved; what is shown was not compared with it. */
  readonly older: number;
}

const failed = (events: number, problem: Problem): CheckedExport => ({
  events,
  size: 0,
  problems: [problem],
  sealed: 0,
  older: 0,
});

/**
 * Checks an export of events with the public key alone, as `npm run audit -- verify-export` does: each line must be the event
 * whose leaf is named, and all leaves must lead to a root that the key has signed.
 * @param keys in the form that verifiers of signed notes take
 */
export const checkExport = async (text: string, keys: readonly string[]): Promise<CheckedExport> => {
  const lines = text.split('\n').filter((line) => line !== '');
  const parsed: unknown[] = [];
  for (const [index, line] of lines.entries()) {
    const value = readLine(line);
    if (value === undefined) return failed(lines.length - 1, { why: 'unread', line: index + 1 });
    parsed.push(value);
  }
  const proof = proofOf(parsed.pop());
  if (!proof) return failed(parsed.length, { why: 'noProof' });
  const { problems, ...shown } = await compareLines(parsed, proof);
  return {
    events: parsed.length,
    size: proof.size,
    ...shown,
    problems: [...problems, ...(await checkProof(proof, keys))],
  };
};

/** Of two members with one name a person may read the first, and a program the last. So the text counts as well. */
const readLine = (line: string): unknown => {
  try {
    const value: unknown = JSON.parse(line);
    return JSON.stringify(value) === line ? value : undefined;
  } catch {
    return undefined;
  }
};

const PROOF_NAMES = ['brand_id', 'size', 'root', 'note', 'verifier_key', 'events', 'hashes'];

const proofOf = (value: unknown): ExportProof | undefined => {
  if (!hasOnly(value, ['proof']) || !hasOnly(value.proof, PROOF_NAMES)) return undefined;
  const proof = value.proof as unknown as ExportProof;
  const isWhole =
    Number.isSafeInteger(proof.size) &&
    [proof.brand_id, proof.root, proof.note, proof.verifier_key].every((each) => typeof each === 'string') &&
    [proof.events, proof.hashes].every(Array.isArray);
  return isWhole ? proof : undefined;
};

const compareLines = async (lines: readonly unknown[], { brand_id, events }: ExportProof) => {
  const problems: Problem[] = [];
  const known = new Map(events.map(([position, , leaf]) => [position, leaf]));
  const seen = new Set<number>();
  let [sealed, older] = [0, 0];
  const wrongWith = async (value: unknown): Promise<Why | undefined> => {
    const line = exportLineOf(value);
    if (!line) return 'unread';
    const leaf = known.get(line.position);
    if (leaf === undefined) return 'notInProof';
    if (seen.has(line.position)) return 'again';
    seen.add(line.position);
    if (leaf === null) return 'notSigned';
    if (base64Of(await leafHash(leafOf(storedEventOf(line, brand_id)))) !== leaf) return 'changed';
    const shown = compareShown(line);
    sealed += Number(shown.isSealed);
    older += Number(shown.isOlder);
    return shown.isOther ? 'otherwise' : undefined;
  };
  for (const [index, value] of lines.entries()) {
    const why = await wrongWith(value);
    if (why) problems.push({ why, line: index + 1 });
  }
  for (const [position] of events) if (!seen.has(position)) problems.push({ why: 'missing', position });
  return { problems, sealed, older };
};

const checkProof = async (proof: ExportProof, keys: readonly string[]): Promise<Problem[]> => {
  if (!keys.includes(proof.verifier_key)) return [{ why: 'key' }];
  if (!(await holds(isSignedBy(proof, proof.verifier_key)))) return [{ why: 'signature' }];
  return (await holds(leadsToRoot(proof))) ? [] : [{ why: 'root' }];
};

/** What is no base64, or no key, holds nothing. */
const holds = (checking: Promise<boolean>): Promise<boolean> => checking.catch(() => false);

/** Whether each leaf has its place in the tree, in the order of the log, and all of them lead to the root. */
const leadsToRoot = async ({ events, hashes, size, root }: ExportProof): Promise<boolean> => {
  const placed = events.filter(([, index, leaf]) => index !== null && leaf !== null);
  const isWhole = events.every(([, index, leaf]) => (index === null) === (leaf === null));
  const indexes = placed.map(([, index]) => index!);
  if (!isWhole || !isAscending(indexes) || !isAscending(events.map(([position]) => position))) return false;
  // An empty log has a root, and no proof.
  if (size === 0) return placed.length === 0 && hashes.length === 0;
  const leaves = placed.map(([, , leaf]) => bytesOf(leaf!));
  const found = await rootOfMany(leaves, { indexes, size, hashes: hashes.map(bytesOf) });
  return found !== undefined && isSame(found, bytesOf(root));
};

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, nth) => nth === 0 || numbers[nth - 1]! < number);
