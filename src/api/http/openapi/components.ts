import { nameAt } from './names.ts';
import { eachPart, eachRoot, isNode, mapParts, mapRoots, type Node, type OpenApiDocument } from './walk.ts';

/** A shorter union is written where it stands. */
const NAMED_FROM_BYTES = 140;

/**
 * Gives every schema of an object a name, and writes equal ones once: generators of clients make a class of each. A
 * schema has the name that its definition gives (`meta({ id })`), or that of the place where it stands, by `names.ts`:
 * `Order`, and within it `OrderItem`. Of several places one with a chosen name counts, else the shortest.
 */
export const nameSchemas = <Document extends OpenApiDocument>(document: Document): Document => {
  const { components = {} } = document;
  const given = new Map(
    Object.entries(components.schemas ?? {}).map(([name, schema]) => [textOf(schema as Node), name]),
  );
  const names = chooseNames(findPlaces(document, given), given);
  const schemas: Record<string, unknown> = {};

  const refer = (given: Node): Node => {
    const schema = withNull(given);
    const { plain, description, isNullable } = bare(schema);
    const name = names.get(textOf(plain));
    if (name === undefined) return mapParts(schema, refer);
    if (!(name in schemas)) {
      // A schema may hold itself.
      schemas[name] = null;
      schemas[name] = mapParts(plain, refer);
    }
    const reference = { $ref: `#/components/schemas/${name}` };
    return {
      ...(isNullable ? { anyOf: [reference, { type: 'null' }] } : reference),
      ...(description !== undefined && { description }),
      ...('default' in schema && !('default' in plain) && { default: schema.default }),
    };
  };
  const referred = mapRoots(document, refer);
  // The generator refers to those whose definition gives a name.
  for (const [name, schema] of Object.entries(components.schemas ?? {})) schemas[name] ??= mapParts(schema, refer);
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...referred, components: { ...components, schemas: sorted } };
};

interface Candidate {
  readonly name: string;
  /** 2: chosen in the table of names. 1: within a schema with a chosen name. 0: made from the place. */
  readonly rank: number;
}

/** The names that each schema could have, by its text. */
const findPlaces = (document: OpenApiDocument, given: ReadonlyMap<string, string>): Map<string, Candidate[]> => {
  const places = new Map<string, Candidate[]>();
  const note = (schema: Node, place: string, within = 0): void => {
    const { plain } = bare(schema);
    const text = textOf(plain);
    const known = given.get(text);
    const { name, isChosen } = known === undefined ? nameAt(place) : { name: known, isChosen: true };
    const candidate = { name, rank: isChosen ? 2 : Math.min(within, 1) };
    if (deservesName(plain)) places.getOrInsertComputed(text, () => []).push(candidate);
    eachPart(plain, (part, suffix) => note(part, name + suffix, candidate.rank));
  };
  eachRoot(document, (schema, place) => note(schema, place));
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) note(schema as Node, name);
  return places;
};

/** Given names first, then those of the best rank, then the shortest; a name that is taken gets a number. */
const chooseNames = (
  places: ReadonlyMap<string, readonly Candidate[]>,
  given: ReadonlyMap<string, string>,
): Map<string, string> => {
  const names = new Map(given);
  const taken = new Set(given.values());
  const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
  const better = (a: Candidate, b: Candidate): number => b.rank - a.rank || byLength(a.name, b.name);
  const open = [...places]
    .filter(([text]) => !given.has(text))
    .map(([text, candidates]) => ({ text, candidates: [...candidates].sort(better) }))
    .sort((a, b) => better(a.candidates[0]!, b.candidates[0]!));
  for (const { text, candidates } of open) {
    const [first] = candidates;
    let name = candidates.find((candidate) => !taken.has(candidate.name))?.name;
    for (let number = 2; name === undefined; number += 1) {
      if (!taken.has(`${first!.name}${number}`)) name = `${first!.name}${number}`;
    }
    taken.add(name);
    names.set(text, name);
  }
  return names;
};

/** The generator says of a named value that may be null that it is both at once. */
const withNull = (schema: Node): Node => {
  if (!Array.isArray(schema.allOf)) return schema;
  const [named, beside] = schema.allOf as [Node, Node | undefined];
  if (!('$ref' in named) || !Array.isArray(beside?.type) || !beside.type.includes('null')) return schema;
  const { allOf: _, ...rest } = schema;
  return { ...rest, anyOf: [named, { type: 'null' }] };
};

/** A single text or number: what it is, its description says. */
export const isValue = ({ type, items, properties }: Node): boolean =>
  type !== undefined && items === undefined && properties === undefined;

/** The schema without what belongs to the place where it stands: its description there, and that it may be null. */
const bare = (schema: Node) => {
  const { description, ...rest } = schema;
  const { type } = rest;
  if (isValue(rest)) return { plain: schema, description: undefined, isNullable: false };
  if (!Array.isArray(type) || !type.includes('null') || !isNode(rest.properties)) {
    return { plain: rest, description, isNullable: false };
  }
  const { default: _, ...ofAny } = rest;
  return { plain: { ...ofAny, type: type.find((one) => one !== 'null') }, description, isNullable: true };
};

const deservesName = (schema: Node): boolean => {
  if (isNode(schema.properties)) return Object.keys(schema.properties).length > 0;
  const isChoice = [schema.oneOf, schema.anyOf].some(Array.isArray);
  return isChoice && JSON.stringify(schema).length > NAMED_FROM_BYTES;
};

const textOf = (schema: Node): string => JSON.stringify(schema);
