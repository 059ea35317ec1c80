import { invalid } from '../../domain/refusal.ts';

/** The most rows of a report. */
export const MAX_REPORT_ROWS = 50_000;

/** Throws report_too_large. */
export const requireFewRows = (rows: number): void => {
  if (rows > MAX_REPORT_ROWS) throw invalid('report_too_large', { max: MAX_REPORT_ROWS });
};

/** Each product has an entry for each point: more of them would be an answer of more than fifty megabytes. */
const MAX_POINT_ENTRIES = 200_000;

/** Throws report_too_large. */
export const requireFewEntries = (products: number, points: number): void => {
  if (products * points > MAX_POINT_ENTRIES) throw invalid('report_too_large', { max: MAX_POINT_ENTRIES });
};

/** Of all paths of menu folders in a report. Folders may be nested without a limit, and each path names them all. */
const MAX_PATH_CHARACTERS = 20_000_000;

/** Returns a function that is told each path, and throws report_too_large when they are too long together. */
export const pathCounter = (): ((path: string | null) => void) => {
  let characters = 0;
  return (path) => {
    characters += path?.length ?? 0;
    if (characters > MAX_PATH_CHARACTERS) throw invalid('report_too_large', { max: MAX_REPORT_ROWS });
  };
};
