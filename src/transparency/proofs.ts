import { EMPTY_ROOT } from './hashes.ts';
import { consistencyRanges, inclusionRanges } from './ranges.ts';
import { hashesOf, type ReadTiles } from './tiles.ts';

/** The root of the first `size` leaves. */
export const rootAt = async (readTiles: ReadTiles, size: number): Promise<Buffer> =>
  size === 0 ? EMPTY_ROOT : (await hashesOf(readTiles, [{ start: 0, end: size }]))[0]!;

/** The path from a leaf to the root of the first `size` leaves. */
export const inclusionPath = (readTiles: ReadTiles, index: number, size: number): Promise<Buffer[]> =>
  hashesOf(readTiles, inclusionRanges(index, size));

/** The proof that the first `from` leaves are the beginning of the first `to`. */
export const consistencyPath = (readTiles: ReadTiles, from: number, to: number): Promise<Buffer[]> =>
  hashesOf(readTiles, consistencyRanges(from, to));
