/**
 * What a later version shows otherwise on purpose, though the events are the same. `what` is the beginning of differences,
 * as the test of upgrades names them.
 */
export const changesOnPurpose: readonly {
  readonly dump: string;
  readonly what: string;
  readonly why: string;
}[] = [];
