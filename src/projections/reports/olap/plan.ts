import { invalid, notAllowed } from '../../../domain/refusal.ts';
import { type DimensionName, dimensionOf } from './dimensions.ts';
import { groupingsOf, kindOf } from './kinds.ts';
import type { Aggregate, Dimension, Kind, Measure, Part } from './model.ts';
import type { FilterTest, Question } from './question.ts';

export interface PlannedKey {
  readonly name: DimensionName;
  readonly dimension: Dimension;
}

/** A part, and the source that tells it. */
export interface PlannedPart {
  readonly source: string;
  readonly aggregate: Aggregate;
}

export interface PlannedMeasure {
  readonly name: string;
  readonly measure: Measure;
  /** Indexes in the plan's parts. */
  readonly parts: readonly number[];
}

export interface PlannedFilter {
  readonly name: string;
  readonly test: FilterTest;
}

export interface PlannedOrder {
  /** Of a key or a measure. */
  readonly name: string;
  readonly isDescending: boolean;
}

/** How a question is answered. */
export interface Plan {
  readonly question: Question;
  readonly kind: Kind;
  readonly keys: readonly PlannedKey[];
  /** Those asked for, then those that only filters name. */
  readonly measures: readonly PlannedMeasure[];
  readonly parts: readonly PlannedPart[];
  /** Of facts, by dimension. */
  readonly factFilters: readonly PlannedFilter[];
  /** Of rows, by measure. */
  readonly rowFilters: readonly PlannedFilter[];
  readonly order: readonly PlannedOrder[];
}

interface Used {
  readonly name: string;
  readonly where: 'group_by' | 'filters';
}

/** Throws a Refusal that names the field which the kind, or another field, does not allow. */
export const planOf = (question: Question): Plan => {
  const kind = kindOf(question.kind);
  const groupings: readonly string[] = groupingsOf(kind);
  for (const [index, name] of question.group_by.entries()) {
    const field = `group_by[${index}]`;
    if (!groupings.includes(name)) throw invalid('grouping_unavailable', { field, name, kind: question.kind });
    if (question.group_by.indexOf(name) < index) throw invalid('field_duplicate', { field });
  }
  for (const [index, names] of question.subtotals_by.entries()) {
    const unknown = names.findIndex((name) => !question.group_by.includes(name));
    if (unknown >= 0) throw notAllowed(`subtotals_by[${index}][${unknown}]`, question.group_by);
  }
  const filters = Object.entries(question.filters).flatMap(([name, test]) => (test ? [{ name, test }] : []));
  for (const filter of filters) checkFilter(question, kind, groupings, filter);

  const factFilters = filters.filter(({ name }) => groupings.includes(name));
  const rowFilters = filters.filter(({ name }) => !groupings.includes(name));
  const used: readonly Used[] = [
    ...question.group_by.map((name) => ({ name, where: 'group_by' as const })),
    ...factFilters.map(({ name }) => ({ name, where: 'filters' as const })),
  ];
  const parts = new Map<Part, number>();
  const planned: PlannedPart[] = [];
  const planMeasure = (name: string, field: string): PlannedMeasure => {
    const measure = kind.measures[name];
    if (!measure) throw invalid('measure_unavailable', { field, name, kind: question.kind });
    const indexes = measure.parts.map((part) => {
      const known = parts.get(part);
      if (known !== undefined) return known;
      planned.push(sourceOf(kind, part, used, { field, name }));
      parts.set(part, planned.length - 1);
      return planned.length - 1;
    });
    return { name, measure, parts: indexes };
  };
  const measures = question.measures.map((name, index) => {
    const field = `measures[${index}]`;
    if (question.measures.indexOf(name) < index) throw invalid('field_duplicate', { field });
    return planMeasure(name, field);
  });
  const others = rowFilters.filter(({ name }) => !question.measures.some((measure) => measure === name));
  measures.push(...others.map(({ name }) => planMeasure(name, `filters.${name}`)));

  return {
    question,
    kind,
    measures,
    parts: planned,
    factFilters,
    rowFilters,
    keys: question.group_by.map((name) => ({ name, dimension: dimensionOf(name) })),
    order: orderOf(question),
  };
};

/** The plan of one cell: the same measures, from the same sources, over the facts of the cell alone. */
export const planWithin = (plan: Plan, cell: readonly PlannedFilter[]): Plan => ({
  ...plan,
  keys: [],
  factFilters: [...plan.factFilters, ...cell],
  rowFilters: [],
  order: [{ name: plan.measures[0]!.name, isDescending: false }],
  question: { ...plan.question, group_by: [], subtotals: false, subtotals_by: [] },
});

/** The first source of the part that knows everything in use. */
const sourceOf = (
  kind: Kind,
  part: Part,
  used: readonly Used[],
  { field, name }: { readonly field: string; readonly name: string },
): PlannedPart => {
  const isUnknown = (source: string) => (one: Used) => !(one.name in kind.sources[source]!.dimensions);
  for (const [source, aggregate] of Object.entries(part)) {
    if (!used.some(isUnknown(source))) return { source, aggregate };
  }
  const source = Object.keys(part)[0]!;
  const forbids = used.find(isUnknown(source))!;
  throw invalid('measure_unavailable_with', { field, name, by: `${forbids.where}: ${forbids.name}` });
};

const checkFilter = (
  question: Question,
  kind: Kind,
  groupings: readonly string[],
  { name, test }: PlannedFilter,
): void => {
  const field = `filters.${name}`;
  const isGrouping = groupings.includes(name);
  if (!isGrouping && !Object.hasOwn(kind.measures, name))
    throw invalid('filter_unavailable', { field, name, kind: question.kind });
  const refused = isGrouping
    ? !dimensionOf(name).hasRange && (['from', 'to'] as const).find((part) => test[part] !== undefined)
    : (['in', 'not_in'] as const).find((part) => test[part] !== undefined);
  if (refused) throw invalid('field_invalid', { field: `${field}.${refused}` });
};

/** As asked, or by the first time grouping, or the greatest of the first measure first; ties by all groupings. */
const orderOf = ({ order_by, group_by, measures }: Question): PlannedOrder[] => {
  const asked = order_by.map((entry, index) => {
    const isDescending = entry.startsWith('-');
    const name = isDescending ? entry.slice(1) : entry;
    const allowed: readonly string[] = [...group_by, ...measures];
    if (!allowed.includes(name)) throw notAllowed(`order_by[${index}]`, allowed);
    return { name, isDescending };
  });
  const time = group_by.find((name) => dimensionOf(name).isTime);
  const first = time ? { name: time, isDescending: false } : { name: measures[0]!, isDescending: true };
  const rest = group_by.map((name) => ({ name, isDescending: false }));
  const all: readonly PlannedOrder[] = [...(asked.length > 0 ? asked : [first]), ...rest];
  return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index);
};
