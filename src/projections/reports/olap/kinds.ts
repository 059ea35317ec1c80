import { namesOf } from '../../../domain/names-of.ts';
import { deletions } from './deletions.ts';
import { DIMENSION_NAMES, DIMENSIONS, type DimensionName } from './dimensions.ts';
import { labor } from './labor.ts';
import type { ColumnType, Kind, Level, Measure } from './model.ts';
import { payments } from './payments.ts';
import { returns } from './returns.ts';
import { sales } from './sales.ts';

/** The kinds of OLAP: what each knows follows from its sources and measures. */
export const KINDS = { sales, payments, returns, deletions, labor } as const;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = namesOf(KINDS);

type MeasuresOf<Name> = Name extends KindName ? keyof (typeof KINDS)[Name]['measures'] : never;
export type MeasureName = MeasuresOf<KindName>;
export const MEASURE_NAMES = [...new Set(KIND_NAMES.flatMap((name): MeasureName[] => namesOf(KINDS[name].measures)))];

export type ColumnName = DimensionName | MeasureName;

export const kindOf = (name: KindName): Kind => KINDS[name];

/** The groupings of a kind: those that any of its sources knows. */
export const groupingsOf = (kind: Kind): DimensionName[] =>
  DIMENSION_NAMES.filter((name) => Object.values(kind.sources).some(({ dimensions }) => name in dimensions));

/** Whether values of cells add up to the value of both together, at every level. */
export const isAdditive = ({ parts, isRatio }: Measure): boolean =>
  !isRatio && parts.every((part) => Object.values(part).every(({ how }) => how === 'sum'));

/** Whether the measure can be had for lines. */
const levelOf = ({ sources }: Kind, { parts }: Measure): Level =>
  parts.every((part) => Object.keys(part).some((source) => sources[source]!.level === 'line')) ? 'line' : 'cheque';

export interface ColumnInfo {
  readonly name: ColumnName;
  readonly type: ColumnType;
  readonly can_group: boolean;
  readonly can_measure: boolean;
  readonly can_filter: boolean;
  readonly kinds: readonly KindName[];
  readonly level: Level;
  readonly additive: boolean;
}

const dimensionInfo = (name: DimensionName): ColumnInfo => ({
  name,
  type: DIMENSIONS[name].type,
  can_group: true,
  can_measure: false,
  can_filter: true,
  kinds: KIND_NAMES.filter((kind) => groupingsOf(KINDS[kind]).includes(name)),
  level: DIMENSIONS[name].level,
  additive: false,
});

const measureInfo = (name: MeasureName): ColumnInfo => {
  const kinds = KIND_NAMES.filter((kind) => name in KINDS[kind].measures);
  const ofKinds = kinds.map((kind) => ({ kind: kindOf(kind), measure: kindOf(kind).measures[name]! }));
  return {
    name,
    type: ofKinds[0]!.measure.type,
    can_group: false,
    can_measure: true,
    can_filter: true,
    kinds,
    level: ofKinds.some(({ kind, measure }) => levelOf(kind, measure) === 'line') ? 'line' : 'cheque',
    additive: ofKinds.every(({ measure }) => isAdditive(measure)),
  };
};

/** Every grouping and measure there is. */
export const COLUMNS: readonly ColumnInfo[] = [
  ...DIMENSION_NAMES.map(dimensionInfo),
  ...MEASURE_NAMES.map(measureInfo),
];
