import { z } from 'zod';
import type { Webhook } from '../http/route.ts';
import { reservationSchema } from '../reservations/reservation-view.ts';

const occupancySchema = z.object({
  point_id: z.uuid(),
  table_id: z.int().nullable().meta({ description: 'null: no table' }),
  date: z.string().meta({ format: 'date' }),
  start_time: z.string(),
  end_time: z.string(),
  guests: z.int(),
  is_holding: z.boolean().meta({ description: 'false: the place is no longer held' }),
});

const call = (event: string, summary: string, data: z.ZodType): Webhook => ({
  ...{ event, summary },
  description:
    'A POST to the address the venue configured for the key, with the headers `X-Service-Event` (as `event`), ' +
    '`X-Service-Event-Id` (as `event_id`) and `X-Service-Signature` (`sha256=` and the hex HMAC-SHA256 of the raw body with ' +
    'the secret). Any 2xx within five seconds is a delivery; anything else is tried again, up to five times. Events may ' +
    'come more than once and in any order. All of it: docs/webhooks.md.',
  body: z.object({
    event_id: z.uuid().meta({ description: 'The same in every repeat' }),
    event: z.literal(event),
    occurred_at: z
      .string()
      .meta({ format: 'date-time', description: 'ISO 8601 with an offset: that of the venue (UTC in a ping)' }),
    data,
  }),
});

/** What partners are told of (docs/domain.md#webhooks). */
export const reservationWebhooks: readonly Webhook[] = [
  call('reservation.created', 'A reservation of the partner’s own was booked', reservationSchema),
  call(
    'reservation.updated',
    'A reservation of the partner’s own was moved, or its guests, details or deposit changed',
    reservationSchema,
  ),
  call('reservation.status_changed', 'A reservation of the partner’s own has another status', reservationSchema),
  call('occupancy.changed', 'A place is held by others, or no longer', occupancySchema),
  call('ping', 'A check that the venue asked for', z.object({ message: z.string() })),
];
