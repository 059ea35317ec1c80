import { isNode, type Node } from '../../src/api/http/openapi/walk.ts';
import type { ApiShape, Content } from './openapi-shape.ts';

/** `sent`: by a caller, so less may be taken. `given`: to a caller, so less may be told. */
type Direction = 'sent' | 'given';

interface Side {
  readonly schema: Node;
  readonly schemas: ApiShape['schemas'];
}

/** A schema whose references are followed and whose unions are lists. */
interface Plain {
  readonly node: Node;
  readonly types: ReadonlySet<string>;
  readonly choices: readonly unknown[] | undefined;
  readonly fields: Readonly<Record<string, Node>>;
  readonly required: ReadonlySet<string>;
  readonly items: Node | undefined;
  readonly values: Node | undefined;
  /** The kinds that it may be, if there are several beside null. */
  readonly variants: readonly Node[];
  readonly isNullable: boolean;
}

/** What breaks callers of the old API, each as `get /v1/points: the answer has no points[].phone any more`. */
export const breakingChanges = (old: ApiShape, now: ApiShape): string[] =>
  Object.entries(old.operations).flatMap(([name, before]) => {
    const after = now.operations[name];
    if (!after) return [`${name}: is gone`];
    const compare = (was: Node, is: Node, direction: Direction, place: string): string[] =>
      createComparison(direction)({ schema: was, schemas: old.schemas }, { schema: is, schemas: now.schemas }, place);
    const compareContent = (was: Content, is: Content | undefined, direction: Direction, place: string): string[] =>
      Object.entries(was.types).flatMap(([type, schema]) => {
        const own = is?.types[type];
        return own === undefined ? [`${place} is no ${type} any more`] : compare(schema, own, direction, place);
      });
    const lostParameters = Object.entries(before.parameters ?? {}).flatMap(([parameter, { required, schema }]) => {
      const own = after.parameters?.[parameter];
      if (!own) return [`takes no ${parameter} any more`];
      const needed = own.required && !required ? [`needs ${parameter} now`] : [];
      return [...needed, ...compare(schema, own.schema, 'sent', parameter)];
    });
    const newParameters = Object.entries(after.parameters ?? {})
      .filter(([parameter, { required }]) => required && !(parameter in (before.parameters ?? {})))
      .map(([parameter]) => `needs ${parameter} now`);
    const body = before.body ? compareContent(before.body, after.body, 'sent', 'the request') : [];
    const needsBody = after.body?.required && !before.body?.required ? ['needs a body now'] : [];
    const answers = Object.entries(before.answers).flatMap(([status, content]) =>
      status in after.answers
        ? compareContent(content, after.answers[status], 'given', 'the answer')
        : [`answers no ${status} any more`],
    );
    const all = [...lostParameters, ...newParameters, ...needsBody, ...body, ...answers];
    return [...new Set(all)].map((change) => `${name}: ${change}`);
  });

const numbers = new WeakMap<Node, number>();
let last = 0;
/** Always the same for the same object. */
const numberOf = (node: Node): number => {
  const known = numbers.get(node) ?? ++last;
  numbers.set(node, known);
  return known;
};

/** Pairs of schemas are compared once: they may hold themselves. */
const createComparison = (direction: Direction, seen = new Set<string>()) => {
  const compare = (old: Side, now: Side, place: string): string[] => {
    const [was, is] = [plainOf(old), plainOf(now)];
    const pair = `${numberOf(was.node)} ${numberOf(is.node)}`;
    if (seen.has(pair)) return [];
    seen.add(pair);
    const at = (schema: Node, { schemas }: Side): Side => ({ schema, schemas });
    if (was.variants.length > 0 || is.variants.length > 0) return compareVariants(old, now, was, is, place);

    const problems: string[] = [];
    // What was sent must still be taken; what is given must be what it was.
    const [from, to] = direction === 'sent' ? [was, is] : [is, was];
    const unknown = [...from.types].filter(
      (type) => !to.types.has(type) && !(type === 'integer' && to.types.has('number')),
    );
    if (to.types.size > 0 && (unknown.length > 0 || from.types.size === 0)) {
      problems.push(`${place} was ${textOf(was.types)}, and is ${textOf(is.types)}`);
    }
    if (direction === 'sent' && was.isNullable && !is.isNullable) problems.push(`${place} can not be null any more`);
    if (direction === 'given' && is.isNullable && !was.isNullable) problems.push(`${place} may be null now`);
    if (is.choices !== undefined) {
      const left = was.choices?.filter((choice) => !is.choices!.includes(choice)) ?? [];
      if (left.length > 0) problems.push(`${place} is never ${left.join(', ')} any more`);
      if (was.choices === undefined && direction === 'sent') problems.push(`${place} is one of a list now`);
    }
    for (const [field, schema] of Object.entries(was.fields)) {
      const own = is.fields[field];
      const here = `${place}.${field}`;
      if (own === undefined) {
        if (is.values === undefined) problems.push(`${here} is gone`);
        continue;
      }
      if (direction === 'given' && was.required.has(field) && !is.required.has(field)) {
        problems.push(`${here} may be left out now`);
      }
      problems.push(...compare(at(schema, old), at(own, now), here));
    }
    if (direction === 'sent') {
      for (const field of is.required) if (!was.required.has(field)) problems.push(`${place} needs ${field} now`);
    }
    if (was.items && is.items) problems.push(...compare(at(was.items, old), at(is.items, now), `${place}[]`));
    if (was.values && is.values) problems.push(...compare(at(was.values, old), at(is.values, now), `${place}.*`));
    return problems;
  };

  /** Each kind that could be sent must still be taken; each that is given must have been known. */
  const compareVariants = (old: Side, now: Side, was: Plain, is: Plain, place: string): string[] => {
    const [olds, news] = [variantsOf(was), variantsOf(is)];
    const problemsOf = (one: Node, other: Node): string[] =>
      createComparison(direction, new Set(seen))({ ...old, schema: one }, { ...now, schema: other }, place);
    const fewest = (lists: string[][]): string[] => lists.reduce((a, b) => (b.length < a.length ? b : a));
    return direction === 'sent'
      ? olds.flatMap((one) => fewest(news.map((other) => problemsOf(one, other))))
      : news.flatMap((other) => fewest(olds.map((one) => problemsOf(one, other))));
  };
  return compare;
};

/** A list of types is a union too. */
const variantsOf = ({ variants, types, node }: Plain): readonly Node[] =>
  variants.length > 0 ? variants : types.size > 1 ? [...types].map((type) => ({ ...node, type })) : [node];

const textOf = (types: ReadonlySet<string>): string => [...types].join(' or ') || 'anything';

const plainOf = ({ schema, schemas }: Side): Plain => {
  let node = schema;
  while (typeof node.$ref === 'string') node = schemas[node.$ref]!;
  const parts = (Array.isArray(node.allOf) ? node.allOf : []) as Node[];
  const union = ((node.anyOf ?? node.oneOf ?? []) as Node[]).filter(({ type }) => type !== 'null');
  const hasNull = ((node.anyOf ?? node.oneOf ?? []) as Node[]).length > union.length;
  if (union.length === 1) {
    const only = plainOf({ schema: union[0]!, schemas });
    return { ...only, isNullable: only.isNullable || hasNull };
  }
  const types = [node.type ?? []].flat() as string[];
  const choices = node.const === undefined ? (node.enum as unknown[] | undefined) : [node.const];
  const own: Plain = {
    node,
    types: new Set(types.filter((type) => type !== 'null')),
    choices: choices?.filter((choice) => choice !== null),
    fields: (node.properties ?? {}) as Readonly<Record<string, Node>>,
    required: new Set((node.required ?? []) as string[]),
    items: isNode(node.items) ? node.items : undefined,
    values: isNode(node.additionalProperties) ? node.additionalProperties : undefined,
    variants: union,
    isNullable: types.includes('null') || hasNull,
  };
  return parts.map((part) => plainOf({ schema: part, schemas })).reduce(merged, own);
};

const merged = (one: Plain, other: Plain): Plain => ({
  ...one,
  types: one.types.size > 0 ? one.types : other.types,
  fields: { ...one.fields, ...other.fields },
  required: new Set([...one.required, ...other.required]),
  values: one.values ?? other.values,
});
