/** The points of the demo brand, by their names in examples/brand. */
export const POINT_KEYS = ['amir_temur', 'chilonzor'] as const;
export type PointKey = (typeof POINT_KEYS)[number];
