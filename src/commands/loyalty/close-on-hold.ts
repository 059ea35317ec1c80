import { holdAnswer } from '../../domain/loyalty/answers.ts';
import { cancelBody, holdBody } from '../../domain/loyalty/calls.ts';
import { loyaltyDecider } from '../../domain/loyalty/decide.ts';
import { connectedService, type LoyaltyConnection } from '../../domain/loyalty/state.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import type { ChequePayment } from '../../domain/orders/events.ts';
import { nextOrdinal } from '../../domain/orders/loyalty.ts';
import type { LoyaltyHold, OrderLoyalty } from '../../domain/orders/loyalty-state.ts';
import type { Order } from '../../domain/orders/state.ts';
import { conflict, Refusal } from '../../domain/refusal.ts';
import { tillDecider } from '../../domain/shifts/decide.ts';
import type { CommandContext } from '../bus/context.ts';
import type { CallTime, LoyaltyService } from './loyalty-service.ts';
import { cancelOperationId, chequeUuid, commitOperationId, holdOperationId } from './operation-ids.ts';
import { isInPoints, type Points, pointsOf } from './points-to-hold.ts';
import { refusalOf } from './refusals.ts';

type Loyalty = NonNullable<ChequePayment['loyalty']>;

interface TakenHold {
  readonly order: Order;
  readonly operation_id: string;
  readonly hold_id: Loyalty['hold_id'];
}

/** The payments of a closing, each in points with its hold. `paid`: what the closing would record. */
export type HoldFor = (
  order: Order,
  given: readonly ChequePayment[],
  paid: readonly ChequePayment[],
) => Promise<readonly ChequePayment[]>;

/**
 * Closes a cheque with points that the loyalty service holds for it. First the order's stream notes what is asked for,
 * then the service is asked: so after a crash somebody knows that points may be held. Nothing of ours is locked while
 * the service answers. If the closing is refused after all, the points go back.
 */
export const closeOnHold = async <Result>(
  context: CommandContext,
  loyalty: LoyaltyService,
  close: (holdFor: HoldFor) => Promise<Result>,
): Promise<Result> => {
  const taken: { hold: TakenHold | null } = { hold: null };

  const giveUp = async (
    { order_id, point_id }: Order,
    operation_id: string,
    hold_id: TakenHold['hold_id'],
  ): Promise<void> => {
    const command = { type: 'GiveUpLoyaltyHold', operation_id, hold_id } as const;
    await context.handle(orderDecider, order_id, command, { point_id, step: `give up ${operation_id}` });
  };

  /** The hold of the closing that was undone, if the service was not told of that closing: it is still held. */
  const undoneHold = async (order: Order): Promise<OrderLoyalty['undone']> => {
    const { undone, closings } = order.loyalty;
    if (undone === null) return null;
    const { brand_id, order_id } = order;
    const at = new Date(context.now).toISOString();
    const commit = { brand_id, order_id, operation_id: commitOperationId(order_id, closings), at };
    return (await loyalty.withdrawCommit(commit)) ? undone : null;
  };

  /** Says early which holds are not needed: they may hold the points that are asked for now. The queue repeats it. */
  const cancelBefore = async (service: LoyaltyConnection, holds: readonly OrderLoyalty['undone'][], time: CallTime) => {
    for (const hold of holds) {
      if (hold === null) continue;
      const { operation_id, hold_id } = hold;
      // The same body as the queued call will have.
      const cancelled = { ref_operation_id: operation_id, ref_operation: 'hold', hold_id } as const;
      await loyalty.call(service, 'cancel', cancelBody(cancelOperationId(operation_id), cancelled), time);
    }
  };

  const takeHold = async (service: LoyaltyConnection, order: Order, points: Points): Promise<Loyalty> => {
    const undone = await undoneHold(order);
    if (undone && isSame(undone, points)) {
      const { customer_id, operation_id, hold_id } = undone;
      return { customer_id, operation_id, hold_id };
    }
    const { order_id, point_id } = order;
    const { customer_id, amount } = points;
    const open = order.loyalty.hold;
    const sameId = holdOperationId(order_id, order.loyalty.ordinal, customer_id, amount);
    const isRepeat = open?.operation_id === sameId;
    const ordinal = isRepeat ? order.loyalty.ordinal : nextOrdinal(order);
    const operation_id = holdOperationId(order_id, ordinal, customer_id, amount);
    const request = { type: 'RequestLoyaltyHold', operation_id, ordinal, customer_id, amount } as const;
    await context.handle(orderDecider, order_id, request, { point_id, step: `hold ${operation_id}` });
    const time = loyalty.startTime();
    await cancelBefore(service, [isRepeat || open === null ? null : { ...open, hold_id: null }, undone], time);
    const body = holdBody(order, chequeUuid(order_id), { operation_id, customer_id, amount });
    const answer = await loyalty.call(service, 'hold', body, time);
    // What was refused may still be held, if an earlier call was not answered. And the next try must not have its id.
    if (answer.kind === 'refused') await giveUp(order, operation_id, null);
    if (answer.kind !== 'done') throw refusalOf(answer, 'hold');
    const held = holdAnswer.safeParse(answer.body);
    if (!held.success) throw conflict('loyalty_did_not_answer');
    const { hold_id } = held.data;
    taken.hold = { order, operation_id, hold_id };
    return { customer_id, operation_id, hold_id };
  };

  const holdFor: HoldFor = async (order, given, paid) => {
    if (!given.some(isInPoints)) return given;
    const [connection, till] = await Promise.all([
      context.load(loyaltyDecider, context.brand_id),
      context.load(tillDecider, order.point_id),
    ]);
    const service = connectedService(connection);
    if (service === null) return given;
    const points = pointsOf(order, given, paid);
    if (points === null) return given;
    // A closing that is refused for this must cost no hold.
    if (till.open_shift === null) throw conflict('shift_not_open');
    const hold = await takeHold(service, order, points);
    return given.map((payment) => (payment.loyalty ? { ...payment, loyalty: hold } : payment));
  };

  try {
    return await close(holdFor);
  } catch (error) {
    const { hold } = taken;
    // If this fails, the process loyalty-holds gives it up.
    if (error instanceof Refusal && hold) await giveUp(hold.order, hold.operation_id, hold.hold_id).catch(() => {});
    throw error;
  }
};

const isSame = (hold: LoyaltyHold, points: Points): boolean =>
  hold.amount === points.amount && String(hold.customer_id) === String(points.customer_id);
