/** What was caught, as an error: a library may throw anything. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** The code of a caught error: `EEXIST`, an SQLSTATE, a number of gRPC. Undefined: it has none. */
export const codeOf = (thrown: unknown): unknown =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
