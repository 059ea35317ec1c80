import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '../../domain/refusal.ts';
import { derivedUuid } from '../loop/envelope.ts';
import { Unavailable } from '../loop/unavailable.ts';
import type { ExternalId, ExternalIds } from './external-ids.ts';

/** The steps on the books that booking with an external_id needs. A reservation is named by its point and its id. */
export interface Books<Booked> {
  /** Whether the reservation is in the point's book. */
  has(pointId: string, reservationId: string): Promise<boolean>;
  /** Records that the reservation will never be booked there. False: it is in the book already. */
  forgo(pointId: string, reservationId: string): Promise<boolean>;
  /** Throws booking_forgone if `forgo` was recorded before. */
  book(reservationId: string): Promise<Booked>;
  /** The answer for a reservation that is in a book already. */
  found(pointId: string, reservationId: string): Promise<Booked>;
}

const MAX_ATTEMPTS = 5;
/** How long we wait for an attempt at another point. After that it counts as failed. */
const PATIENCE_MS = 50;

/**
 * Books one reservation for one external_id, even if the request is sent to several points, several times, or by
 * several callers at once. If one point refused the booking, it can be made at another. But the attempt at the first
 * point may still be under way. So the book of the first point first records that it will never book this reservation,
 * and then the external_id is given to the new one.
 */
export const bookOnce = async <Booked>(
  of: ExternalId & { readonly point_id: string },
  externalIds: ExternalIds,
  books: Books<Booked>,
): Promise<Booked> => {
  const { key_id, external_id } = of;
  const first = derivedUuid('reservation', key_id, external_id, of.point_id);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const claim = await externalIds.claim({ ...of, reservation_id: first });
    const { is_new, point_id, reservation_id } = claim;
    if (!is_new && (await books.has(point_id, reservation_id))) return books.found(point_id, reservation_id);
    if (point_id !== of.point_id) {
      await delay(PATIENCE_MS * Math.random());
      if (!(await books.forgo(point_id, reservation_id))) return books.found(point_id, reservation_id);
    } else {
      try {
        return await books.book(reservation_id);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'booking_forgone') throw error;
      }
    }
    // Each attempt has a new id, so that each id is used once.
    await externalIds.pass({ ...of, reservation_id: derivedUuid(reservation_id, of.point_id) }, claim);
  }
  throw new Unavailable('several points are booking with this external_id at once');
};
