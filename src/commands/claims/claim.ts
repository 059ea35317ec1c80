import { textArray } from '../../database/binary-array.ts';

/** An outside key: `kind` and `scope` say whose it is, e.g. ('order', point_id, external_id). */
export interface IdentityKey {
  readonly kind: string;
  readonly scope: string;
  readonly key: string;
}

export interface Claim {
  readonly id: number;
  /** True for the call that made the claim; false if the key had its id before. */
  readonly claimed: boolean;
  /** What is kept with the key's id. For commands: the result of the first run, or a note of the bus about the runs. */
  readonly result: unknown;
}

/** The keys as parameters of a statement, one array for each column. */
export const columnsOf = (keys: readonly IdentityKey[]): Buffer[] => [
  textArray(keys.map(({ kind }) => kind)),
  textArray(keys.map(({ scope }) => scope)),
  textArray(keys.map(({ key }) => key)),
];

/** One text for a key. The separator is in no kind and no scope. */
export const nameOf = ({ kind, scope, key }: IdentityKey): string => `${kind}\n${scope}\n${key}`;
