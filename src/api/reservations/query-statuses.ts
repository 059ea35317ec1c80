import { z } from 'zod';
import { RESERVATION_STATUSES } from '../../domain/reservation-book/status.ts';
import { commaSeparated } from '../http/query.ts';

/** Several, comma-separated. */
export const queryStatuses = () =>
  z
    .string()
    .transform(commaSeparated)
    .pipe(z.array(z.enum(RESERVATION_STATUSES)).max(20))
    .meta({ type: 'string' });
