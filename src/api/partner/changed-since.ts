import { hasYearOfPostgres, instantInFull } from '../../commands/fields/fields.ts';
import { invalid } from '../../domain/refusal.ts';
import { instantOf } from '../../domain/reservations/local-clock.ts';
import { INSTANT, queryText, withPlus } from '../http/query.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const LOCAL = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)(:\d\d)?$/;

/** The parameter that a change feed begins at. */
export const queryChangedSince = () =>
  queryText(64).meta({
    pattern: `^(${INSTANT}|\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d(:\\d\\d)?)$`,
    description: 'ISO 8601 with an offset or Z, or local time of the venue as answers have it',
    example: '2026-03-03T08:00:00+05:00',
  });

/**
 * ISO 8601 with an offset, to the microsecond, or a timestamp of our answers. Such a timestamp may be of several zones:
 * then the first possible moment counts, so that no change is skipped. In UTC, in microseconds.
 */
export const changedSince = async (text: string, timezones: () => Promise<readonly string[]>): Promise<string> => {
  const iso = instantInFull(withPlus(text));
  const local = LOCAL.exec(text);
  try {
    if (ISO.test(iso)) return microseconds(Temporal.Instant.from(iso));
    if (local) {
      const [, date = '', time = '', second = ':00'] = local;
      const minutes = (await timezones()).map(
        (timezone) => instantOf({ date, time }, timezone) ?? Number.POSITIVE_INFINITY,
      );
      const minute = Math.min(...minutes);
      const seconds = Number(second.slice(1));
      if (Number.isFinite(minute) && seconds < 60)
        return microseconds(Temporal.Instant.fromEpochMilliseconds(minute + seconds * 1_000));
    }
  } catch (error) {
    // A day or an hour that does not exist.
    if (!(error instanceof RangeError)) throw error;
  }
  throw invalid('field_not_timestamp', { field: 'changed_since' });
};

const microseconds = (instant: Temporal.Instant): string => {
  const text = instant.toString({ smallestUnit: 'microsecond' });
  if (!hasYearOfPostgres(text)) throw new RangeError('out of range');
  return text;
};
