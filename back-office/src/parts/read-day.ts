const FORMS = [
  /^(?<day>\d{1,2})[./-](?<month>\d{1,2})[./-](?<year>\d{4})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
];

/**
 * A day as people type it: 20.11.2026, 20/11/2026 or 2026-11-20.
 * @returns YYYY-MM-DD; undefined: there is no such day, or it is not typed to its end
 */
export const readDay = (typed: string): string | undefined => {
  const groups = FORMS.map((form) => form.exec(typed.trim())?.groups).find((found) => found !== undefined);
  if (!groups) return undefined;
  const [year, month, day] = [Number(groups.year), Number(groups.month) - 1, Number(groups.day)];
  const date = new Date(Date.UTC(year, month, day));
  const isThere = date.getUTCMonth() === month && date.getUTCDate() === day;
  return isThere ? date.toISOString().slice(0, 10) : undefined;
};
