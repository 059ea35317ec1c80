import type { OrderDelivery } from '../../domain/orders/events.ts';
import type { PointDefined } from '../../domain/points/events.ts';
import { invalid } from '../../domain/refusal.ts';
import { hasHours, isSpeciallyClosed, type OpeningHours, openUntil } from '../../domain/reservations/hours.ts';

const MINUTE_MS = 60_000;
/** A preorder is placed at least this long before its time (docs/domain.md#errors-and-limits). */
const MIN_LEAD_MINUTES = 30;
const MAX_DAYS_AHEAD = 60;
/** An order with online payment is deleted if it is not paid by then. */
const PAYMENT_MINUTES = 30;

export interface Schedule {
  readonly scheduled_at: string;
  /** When the preorder goes to the till. The kitchen and the courier then have enough time. */
  readonly release_at: string;
}

/** When a preorder is released (docs/domain.md#orders). Instants are ISO 8601 in UTC. Throws preorder_too_early or preorder_too_late. */
export const scheduleOrder = (
  scheduled_at: string,
  now: string,
  { preparation_minutes }: Pick<PointDefined, 'preparation_minutes'>,
  delivery: OrderDelivery | null,
): Schedule => {
  const field = 'scheduled_at';
  const ahead = Date.parse(scheduled_at) - Date.parse(now);
  if (ahead < MIN_LEAD_MINUTES * MINUTE_MS) throw invalid('preorder_too_early', { field, minutes: MIN_LEAD_MINUTES });
  if (ahead > MAX_DAYS_AHEAD * 24 * 60 * MINUTE_MS) throw invalid('preorder_too_late', { field, days: MAX_DAYS_AHEAD });
  const lead = Math.max(MIN_LEAD_MINUTES, (delivery?.minutes ?? 0) + preparation_minutes);
  return { scheduled_at, release_at: minutesAfter(scheduled_at, -lead) };
};

/**
 * Throws point_closed_then for an order at a time when the point is closed. A point may say whether it takes such orders; if it does not
 * say, orders for now are taken and preorders refused. A point whose week has no open day does not say when it is open: it is closed
 * only on a closed day, or outside of special hours.
 */
export const requireOpen = (
  point: OpeningHours & Pick<PointDefined, 'accepts_orders_when_closed'>,
  schedule: Pick<Schedule, 'scheduled_at'> | null,
  now: string,
): void => {
  if (point.accepts_orders_when_closed ?? schedule === null) return;
  const instant = Date.parse(schedule?.scheduled_at ?? now);
  if (openUntil(instant, point) !== undefined) return;
  if (!hasHours(point) && !isSpeciallyClosed(instant, point)) return;
  throw invalid('point_closed_then', { field: schedule ? 'scheduled_at' : 'point_id' });
};

export const payBy = (now: string): string => minutesAfter(now, PAYMENT_MINUTES);

const minutesAfter = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();
