import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';

const minutes = z.int();

const workingDay = z.object({
  /** 1 Monday to 7 Sunday. */
  day: z.int().min(1).max(7),
  is_open: z.boolean(),
  /** `HH:MM`, on the point's own clock. `close` may be 24:00; if it is earlier than `open`, it is after midnight. */
  open: z.string(),
  close: z.string(),
});

const reservationRules = z.object({
  default_duration_minutes: minutes,
  min_duration_minutes: minutes,
  max_duration_minutes: minutes,
  max_days_ahead: z.int(),
  slot_step_minutes: minutes,
  /** 0: only by hand. */
  no_show_after_minutes: minutes,
  /** Null or 0: reservations without a table always wait for the venue. */
  unassigned_auto_confirm_guests_per_hour: z.int().nullable(),
});

const ofDate = {
  brand_id: z.uuid(),
  point_id: z.uuid(),
  /** On the point's calendar. */
  date: z.iso.date(),
};

/** What stays booked for times at which the point was open before, and is closed from now on. */
const outside = {
  reservations_outside: z.int(),
  preorders_outside: z.int(),
};

export const pointEvents = {
  /** The whole point as it is from now on. */
  PointDefined: {
    version: 1,
    schema: z.object({
      point_id: z.uuid(),
      brand_id: z.uuid(),
      name: z.string(),
      short_name: z.string(),
      address: z.string().nullable(),
      /** E.164 with the leading +. The venue's, not a person's. */
      phone: z.string(),
      latitude: z.number(),
      longitude: z.number(),
      /** Delivery radius in metres. */
      delivery_distance: z.int(),
      /** IANA. */
      timezone: z.string(),
      /** `HH:MM`: before it, it is still yesterday's business day. */
      business_day_cutoff: z.string(),
      preparation_minutes: minutes,
      /** Monday to Sunday, all seven. */
      working_hours: z.array(workingDay).length(7),
      /** Orders of partners outside of these hours. Left out: those for now, and no preorders. */
      accepts_orders_when_closed: z.boolean().nullish(),
      /** The address of a picture. */
      logo: z.string().nullish(),
      reservation_rules: reservationRules,
    }),
  },
  /** On that date the point has no hours of its own. What is left of the evening before stays. */
  ClosedDayDefined: { version: 1, schema: z.object({ ...ofDate, reason: z.string(), ...outside }) },
  ClosedDayRemoved: { version: 1, schema: z.object({ ...ofDate, ...outside }) },
  /** On that date these hours count instead of those of its weekday. */
  SpecialHoursDefined: {
    version: 1,
    schema: z.object({ ...ofDate, open: z.string(), close: z.string(), reason: z.string().nullable(), ...outside }),
  },
  SpecialHoursRemoved: { version: 1, schema: z.object({ ...ofDate, ...outside }) },
} as const;

type Definitions = typeof pointEvents;
export type PointEvent = EventsOf<Definitions>;

export type PointDefined = z.infer<Definitions['PointDefined']['schema']>;
/** How much stays booked for times that were taken away. */
export type BookedOutside = Pick<
  z.infer<Definitions['ClosedDayDefined']['schema']>,
  'reservations_outside' | 'preorders_outside'
>;
export type WorkingDay = z.infer<typeof workingDay>;
export type ReservationRules = z.infer<typeof reservationRules>;
