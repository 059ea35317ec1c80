import { z } from 'zod';

/** Field types that several answers share, so that their meaning is documented everywhere. */

export const SMALLEST_UNIT = 'In the smallest unit of the currency';

export const amount = () => z.int().meta({ id: 'Money', description: SMALLEST_UNIT });

export const localTimestamp = () =>
  z.string().meta({
    id: 'LocalTimestamp',
    description: 'YYYY-MM-DD HH:MM:SS, local time of the venue',
    example: '2026-03-02 19:00:00',
  });

export const isoTimestamp = () =>
  z.string().meta({ id: 'Timestamp', format: 'date-time', description: 'ISO 8601, in UTC' });
