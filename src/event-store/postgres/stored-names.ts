/** Postgres stores no NUL in text, and would quietly turn two names that differ in a lone surrogate into one. */
export const isText = (value: string): boolean => value.isWellFormed() && !value.includes('\0');

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);
