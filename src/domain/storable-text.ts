/**
 * Whether every part of the system can hold a text: it is well-formed Unicode without NUL. Postgres has no NUL in texts, and looks into no
 * JSON with a NUL or half of a surrogate pair: one event with either stops a query of them all.
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
