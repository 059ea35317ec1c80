/** Whether tests take the time they want: `npm run test:long`. */
export const isLong = process.env.TEST_LONG === '1';

/** How often a race or a property is tried: `short` in `npm test`, `long` in `npm run test:long`. */
export const effort = ({ short, long }: { readonly short: number; readonly long: number }): number =>
  isLong ? long : short;
