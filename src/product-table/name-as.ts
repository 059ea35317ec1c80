/** What two writings of a name in a table have in common: they name the same thing when this is the same. */
export const nameAs = (text: unknown): string => String(text).normalize('NFC').trim().toLowerCase();
