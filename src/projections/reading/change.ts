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

/** Postgres takes notifications below 8 000 bytes. */
const MAX_PAYLOAD = 7_900;

/** The change as a notification. Too many brands become "all of them": dropping too much is correct, only slower. */
export const changePayload = (change: ProjectionChange): string => {
  const text = JSON.stringify(change);
  return Buffer.byteLength(text) <= MAX_PAYLOAD ? text : JSON.stringify({ ...change, brands: null });
};

const change: z.ZodType<ProjectionChange> = z.object({
  projection: z.string(),
  position: z.int().nonnegative(),
  brands: z.array(z.string()).readonly().nullable(),
  parked: z.boolean().exactOptional(),
});

/** Undefined for another text: every login of the database may notify with any text. */
export const parseChange = (payload: string): ProjectionChange | undefined => {
  try {
    return change.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
};
