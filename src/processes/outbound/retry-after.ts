/**
 * When a receiver asks to be called again, in milliseconds since the epoch. Null: it does not say, or not readably.
 * `header`: of Retry-After, seconds or a date (RFC 9110, section 10.2.3). `now`: when it answered.
 */
export const retryAfterTime = (header: string, now: number): number | null => {
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return now + Number(text) * 1_000;
  // Dates begin with the day's name. What JavaScript takes for a date beside these, such as `1.5`, is none here.
  const at = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
};
