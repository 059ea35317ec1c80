import { z } from 'zod';
import { hasYearOfPostgres, instantInFull, isTooFine } from '../../../commands/fields/fields.ts';
import { isPosition } from '../../../event-store/position-text.ts';
import type { AsOf, Moment } from '../../../projections/reports/moment.ts';
import { MOMENT, withPlus } from '../../http/query.ts';

const asOf = (value: string | number, context: z.RefinementCtx): AsOf => {
  if (typeof value === 'number' || isPosition(value)) {
    const position = Number(value);
    if (Number.isSafeInteger(position) && position >= 0) return { position };
  } else {
    const instant = instantOf(value);
    if (instant !== undefined) return { instant };
  }
  context.addIssue({ code: 'custom', params: { code: 'field_not_moment' } });
  return z.NEVER;
};

/** With its microseconds: an answer's `recorded_at` has them, and must name the same moment again. */
const instantOf = (value: string): string | undefined => {
  const whole = instantInFull(withPlus(value));
  if (!z.iso.datetime({ offset: true }).safeParse(whole).success || isTooFine(whole)) return undefined;
  const instant = Temporal.Instant.from(whole).toString();
  return hasYearOfPostgres(instant) ? instant : undefined;
};

const DESCRIPTION =
  'What was known then: an ISO 8601 instant with offset, or a position of the log. Left out: now. An answer of then never changes.';

/** The field `as_of` of a query. */
export const queryAsOf = () =>
  z
    .string()
    .transform(asOf)
    .optional()
    .meta({ ...MOMENT, type: 'string', description: DESCRIPTION });

/** A moment in a body, which must be there. */
export const bodyMoment = () =>
  z
    .union([z.string(), z.number()])
    .transform(asOf)
    .meta({ ...MOMENT, type: ['string', 'integer'] });

/** The field `as_of` of a body. */
export const bodyAsOf = () =>
  z
    .union([z.string(), z.number()])
    .transform(asOf)
    .nullish()
    .transform((value) => value ?? undefined)
    .meta({ ...MOMENT, type: ['string', 'integer'], description: DESCRIPTION });

/** What an answer is true of, in the answer. */
export const asOfSchema = z.object({
  position: z.int().meta({ description: "Position of your brand's last event that is in it" }),
  recorded_at: z.string().nullable().meta({ description: 'When that event was recorded' }),
}) satisfies z.ZodType<Moment>;
