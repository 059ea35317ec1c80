import { z } from 'zod';
import { DEFAULT_RESERVATION_RULES } from '../../domain/points/commands.ts';
import { ALWAYS_OPEN } from '../../domain/points/working-hours.ts';
import {
  endOfDay,
  integer,
  latitude,
  longitude,
  name,
  pictureUrl,
  text,
  timeOfDay,
  timezone,
  uuid,
} from '../fields/fields.ts';

const workingDay = z
  .object({
    day: integer().min(1).max(7),
    is_open: z.boolean(),
    open: timeOfDay().nullish(),
    close: endOfDay().nullish(),
  })
  .superRefine(({ is_open, open, close }, context) => {
    if (!is_open) return;
    for (const [field, value] of Object.entries({ open, close })) {
      if (value == null) context.addIssue({ code: 'custom', path: [field], params: { code: 'field_required' } });
    }
  })
  .transform(({ day, is_open, open, close }) => ({ day, is_open, open: open ?? '00:00', close: close ?? '00:00' }));

const duration = () => integer().min(15).max(720);
const usual = DEFAULT_RESERVATION_RULES;

const reservationRules = z.object({
  default_duration_minutes: duration().default(usual.default_duration_minutes),
  min_duration_minutes: duration().default(usual.min_duration_minutes),
  max_duration_minutes: duration().default(usual.max_duration_minutes),
  max_days_ahead: integer().min(0).max(90).default(usual.max_days_ahead),
  slot_step_minutes: integer().min(5).max(720).default(usual.slot_step_minutes),
  no_show_after_minutes: integer().min(0).max(1_440).default(usual.no_show_after_minutes),
  unassigned_auto_confirm_guests_per_hour: integer()
    .min(0)
    .max(10_000)
    .nullable()
    .default(usual.unassigned_auto_confirm_guests_per_hour),
});

export const pointInput = z.object({
  id: uuid().nullish(),
  name: name(),
  short_name: name(100),
  address: text(500).nullish(),
  phone: text(64),
  latitude: latitude(),
  longitude: longitude(),
  delivery_distance: integer().min(0).max(1_000_000),
  timezone: timezone().default('Asia/Tashkent'),
  business_day_cutoff: timeOfDay().default('00:00'),
  preparation_minutes: integer().min(0).max(1_440).default(0),
  working_hours: z
    .array(workingDay)
    .max(14)
    .default([...ALWAYS_OPEN]),
  reservation_rules: reservationRules.default(usual),
  accepts_orders_when_closed: z.boolean().nullish(),
  logo: pictureUrl().nullish(),
});
