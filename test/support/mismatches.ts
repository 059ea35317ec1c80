/** Answers of this worker's apps that do not fit their schema. One app may serve many tests. */
const mismatches: unknown[] = [];

export const noteMismatch = (mismatch: unknown): void => {
  mismatches.push(mismatch);
};

/** Those since the last time. */
export const takeMismatches = (): unknown[] => mismatches.splice(0);
