import { z } from 'zod';
import { RESERVATION_STATUSES } from '../../domain/reservation-book/status.ts';

/** Several, comma-separated. */
export const queryStatuses = () =>
  z
    .string()
    .transform((value) => value.split(',').map((each) => each.trim()))
    .pipe(z.array(z.enum(RESERVATION_STATUSES)).max(20))
    .meta({ type: 'string' });
