import { z } from 'zod';

/** The channel on which every commit of a projection is announced to all processes. */
export const CHANNEL = 'projections';

/** A read model has moved: values that were read from it for these brands may be out of date. */
export interface ProjectionChange {
  readonly projection: string;
  /** Everything up to here is in the tables. */
  readonly position: number;
  /** Brands whose rows changed; null = possibly all. */
  readonly brands: readonly string[] | null;
  /** The projection failed and stands still: do not wait for it. */
  readonly parked?: boolean;
}

/** The same change of several read models: one notification tells of all of them. */
export interface CommonChange extends Omit<ProjectionChange, 'projection'> {
  readonly projections: readonly string[];
}

/** Postgres takes notifications below 8 000 bytes. */
const MAX_PAYLOAD = 7_900;

/** The change as a notification. Too many brands become "all of them": dropping too much is correct, only slower. */
export const changePayload = (change: CommonChange): string => {
  const text = JSON.stringify(change);
  return Buffer.byteLength(text) <= MAX_PAYLOAD ? text : JSON.stringify({ ...change, brands: null });
};

const change: z.ZodType<CommonChange> = z.object({
  projections: z.array(z.string()).readonly(),
  position: z.int().nonnegative(),
  brands: z.array(z.string()).readonly().nullable(),
  parked: z.boolean().exactOptional(),
});

/** A change of each read model. Undefined for another text: every login of the database may notify with any text. */
export const parseChanges = (payload: string): readonly ProjectionChange[] | undefined => {
  const common = parse(payload);
  if (!common) return undefined;
  const { projections, ...rest } = common;
  return projections.map((projection) => ({ projection, ...rest }));
};

const parse = (payload: string): CommonChange | undefined => {
  try {
    return change.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
};
