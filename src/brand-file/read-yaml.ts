import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml';
import { decodeUtf8 } from './decode.ts';
import type { Problem } from './problems.ts';
import type { Told, ToldCode } from './told.ts';

type Path = readonly (string | number)[];

/** A YAML file as plain values, with the place of each of them. */
export interface YamlFile {
  /** Undefined: the file can not be read at all. */
  readonly value: unknown;
  /** The problem at the value of this path, or at the nearest one around it. */
  problemAt(path: Path, message: string, told: Told): Problem;
  readonly problems: readonly Problem[];
}

const MAX_BYTES = 20 * 1024 ** 2;

/** What the parser says, in words of ours, by its code. Of others its own words are shown. */
const IN_WORDS: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'a tab stands where spaces indent: use spaces',
  BAD_INDENT: 'this line is indented otherwise than those of its block',
  MULTIPLE_DOCS: 'a second document begins here (---): a brand is one document',
  MISSING_CHAR: 'a sign is missing here, such as a quote or a bracket that is not closed',
  UNEXPECTED_TOKEN: 'this can not stand here: put a text with special signs in quotes',
  BAD_DQ_ESCAPE: 'a backslash in double quotes begins an escape: write it twice, or use single quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a colon and a space in a text make it a key: put the text in quotes',
  BAD_SCALAR_START: 'a text can not begin with this sign: put it in quotes',
  KEY_OVER_1024_CHARS: 'a key may have 1 024 characters',
  TAG_RESOLVE_FAILED: 'a tag (!…) can not be used here',
};

/** The parser's codes, in groups for which readers of other languages have words. Others are `yaml`. */
const GROUPS: Readonly<Record<string, ToldCode>> = {
  TAB_AS_INDENT: 'yaml_indent',
  BAD_INDENT: 'yaml_indent',
  MULTIPLE_DOCS: 'yaml_documents',
  MISSING_CHAR: 'yaml_sign',
  UNEXPECTED_TOKEN: 'yaml_quotes',
  BAD_DQ_ESCAPE: 'yaml_quotes',
  BLOCK_AS_IMPLICIT_KEY: 'yaml_quotes',
  BAD_SCALAR_START: 'yaml_quotes',
  KEY_OVER_1024_CHARS: 'yaml_key',
  TAG_RESOLVE_FAILED: 'yaml_extras',
};

/**
 * Reads YAML 1.2. Anchors, aliases and tags are refused: each value stands where it is read. Names are in the normal form
 * C of Unicode, so that one name in two writings is one.
 */
export const readYaml = (bytes: Uint8Array, file: string): YamlFile => {
  const { text, problem } = bytes.length > MAX_BYTES ? TOO_LARGE : decodeUtf8(bytes);
  const lines = new LineCounter();
  const places = new Map<string, number>();
  const unread: ToldCode = problem === TOO_LARGE.problem ? 'too_big_file' : 'utf8';
  const problems: Problem[] = problem ? [{ file, column: 1, ...problem, told: { code: unread } }] : [];
  const at = (offset: number, message: string, told: Told): Problem => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1), message, told };
  };
  const problemAt = (path: Path, message: string, told: Told): Problem => {
    const place = path.join('.');
    for (let length = path.length; length >= 0; length -= 1) {
      const offset = places.get(nameOf(path.slice(0, length)));
      if (offset !== undefined) return { ...at(offset, message, told), place };
    }
    return { ...at(0, message, told), place };
  };
  if (problem) return { value: undefined, problemAt, problems };

  // Duplicate keys are found below: with their first place.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, version: '1.2', merge: false });
  const errors = [...document.errors, ...document.warnings];
  problems.push(
    ...errors.map((error: YAMLError) =>
      at(error.pos[0], IN_WORDS[error.code] ?? firstLine(error.message), { code: GROUPS[error.code] ?? 'yaml' }),
    ),
  );
  if (problems.length > 0) return { value: undefined, problemAt, problems };

  const begin = (node: Node | null | undefined): number => node?.range?.[0] ?? 0;

  const plain = (node: Node | null | undefined, path: Path): unknown => {
    if (node === null || node === undefined) return null;
    if (!places.has(nameOf(path))) places.set(nameOf(path), begin(node));
    if (isAlias(node))
      return void problems.push(
        at(begin(node), `an alias (*${node.source}) can not be used here: write the value out`, {
          code: 'yaml_extras',
        }),
      );
    if (node.tag && node.tag !== TAGS[tagKind(node)])
      problems.push(at(begin(node), 'a tag (!…) can not be used here', { code: 'yaml_extras' }));
    if ('anchor' in node && node.anchor)
      problems.push(at(begin(node), `an anchor (&${node.anchor}) can not be used here`, { code: 'yaml_extras' }));
    if (isSeq(node)) return node.items.map((item, index) => plain(item as Node | null, [...path, index]));
    if (!isMap(node)) return isScalar(node) ? node.value : null;
    const firsts = new Map<string, number>();
    const entries = node.items.map((pair): [string, unknown] => {
      const keyNode = pair.key as Node | null;
      const key = keyOf(keyNode);
      const place = keyNode ? begin(keyNode) : begin(node);
      if (key === null) {
        problems.push(at(place, 'a key must be a text', { code: 'yaml_key' }));
        return ['', null];
      }
      const first = firsts.get(key);
      if (first !== undefined) {
        const { line } = lines.linePos(first);
        const told = { code: 'twice', values: { name: key, line } } as const;
        problems.push(at(place, `${key} stands here twice: first in line ${line}`, told));
      }
      firsts.set(key, place);
      const inner = [...path, key];
      places.set(nameOf(inner), place);
      return [key, plain(pair.value as Node | null, inner)];
    });
    return Object.fromEntries(entries);
  };
  const value = plain(document.contents as Node | null, []);
  return { value, problemAt, problems };
};

const TOO_LARGE = { text: '', problem: { line: 1, message: 'the file is larger than 20 MB' } };

const nameOf = (path: Path): string => path.join('\0');

const firstLine = (text: string): string =>
  /call stack/.test(text) ? 'lists or blocks are nested too deeply here' : text.split(' at line ')[0]!.split('\n')[0]!;

/** As it is written: `1:` is the name 1. */
const keyOf = (node: Node | null): string | null => {
  if (!isScalar(node)) return null;
  const written = typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
  return written.normalize('NFC');
};

const TAGS: Readonly<Record<string, string>> = { map: 'tag:yaml.org,2002:map', seq: 'tag:yaml.org,2002:seq' };
const tagKind = (node: Node): string => (isMap(node) ? 'map' : isSeq(node) ? 'seq' : 'scalar');
