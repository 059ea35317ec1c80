import { z } from 'zod';

/** The fields of a reservation that the host needs; the venue API sends more. Date and times are the point's. */
export const awaitedGuest = z.object({
  id: z.string(),
  point_id: z.string(),
  status: z.string(),
  date: z.string(),
  start_time: z.string(),
  guests: z.int(),
  table: z.object({ id: z.int() }).nullable(),
});

export const floorTable = z.object({
  id: z.int(),
  capacity: z.int().nullable(),
  seated: z.object({}).nullable(),
  next_reservation: z.object({}).nullable(),
});

export type AwaitedGuest = z.infer<typeof awaitedGuest>;
export type FloorTable = z.infer<typeof floorTable>;
