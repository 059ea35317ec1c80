import { reservationBookDecider } from '../../domain/reservations/decide.ts';
import { statusOf } from '../../domain/reservations/state.ts';
import type { OperationContext } from '../bus/context.ts';
import type { Books } from './book-once.ts';

/** The steps on the books of the brand that are the same for the venue and for partners. */
export const booksOf = (context: OperationContext): Pick<Books<unknown>, 'has' | 'forgo'> => ({
  has: async (pointId, reservationId) =>
    statusOf(await context.load(reservationBookDecider, pointId), reservationId) !== undefined,
  forgo: async (point_id, reservation_id) => {
    const command = { type: 'Forgo' as const, brand_id: context.brand_id, point_id, reservation_id };
    const options = { point_id, step: `forgo ${reservation_id}` };
    const { state } = await context.handle(reservationBookDecider, point_id, command, options);
    return statusOf(state, reservation_id) === undefined;
  },
});
