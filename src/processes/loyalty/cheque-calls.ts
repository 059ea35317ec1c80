import type pg from 'pg';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import {
  cancelOperationId,
  chequeUuid,
  commitOperationId,
  refundOperationId,
} from '../../commands/loyalty/operation-ids.ts';
import { clientDecider } from '../../domain/clients/decide.ts';
import type { EventOf } from '../../domain/event-catalogue.ts';
import { cancelBody, commitBody, customerOf, methodUrl, refundBody } from '../../domain/loyalty/calls.ts';
import type { ChequeClosed } from '../../domain/orders/events.ts';
import { redeemedBy } from '../../domain/orders/redeemed.ts';
import type { Order } from '../../domain/orders/state.ts';
import type { Recorded } from '../../event-store/event-store.ts';
import { createHoldChanges } from './holds.ts';
import { enqueueCalls, type NewCall, withdrawKnownCommit } from './queue.ts';
import type { KnownService } from './services.ts';

export interface ChequeCallsOptions {
  readonly tx: pg.PoolClient;
  readonly handler: CommandHandler;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

type Followed<Type extends ChequeEventType = ChequeEventType> = Recorded<EventOf<Type>>;
type ChequeEventType =
  | 'LoyaltyHoldRequested'
  | 'LoyaltyHoldGivenUp'
  | 'ChequeClosed'
  | 'ChequeReopened'
  | 'GoodsReturned';

/** What the service is told after each event of a cheque, in the order of the events. */
export const createChequeCalls = ({ tx, handler, clock }: ChequeCallsOptions) => {
  const waiting: NewCall[] = [];
  const holds = createHoldChanges();

  const flush = async (): Promise<void> => {
    await enqueueCalls(tx, waiting.splice(0));
  };

  const say = (
    event: Followed,
    { base_url }: KnownService,
    call: Pick<NewCall, 'event'> & Partial<NewCall>,
    body: { readonly operation_id: string },
  ): void => {
    waiting.push({
      brand_id: event.metadata.brand_id,
      order_id: event.data.order_id,
      operation_id: body.operation_id,
      ref_operation_id: null,
      client_id: null,
      position: event.position,
      url: methodUrl(base_url, call.event),
      body: JSON.stringify(body),
      created_at: new Date(clock()).toISOString(),
      ...call,
    });
  };

  const customerAt = async (order: Order, cheque: ChequeClosed) => {
    const known = order.loyalty.customer?.phone ?? order.personal.phone;
    const { client_id } = cheque;
    const ask = known === null && client_id !== null;
    const client = ask ? (await handler.load(clientDecider, client_id)).state : null;
    return customerOf(order, cheque, order.personal.phone ?? client?.phone ?? null);
  };

  const pointOf = ({ metadata }: Followed): string => {
    if (metadata.point_id === undefined) throw new Error('an event of an order names no point');
    return metadata.point_id;
  };

  const closed = async (event: Followed<'ChequeClosed'>, service: KnownService, before: Order): Promise<void> => {
    const cheque = event.data;
    const redeemed = redeemedBy(cheque);
    if (redeemed) holds.remove(redeemed.operation_id);
    // Without points, a cheque that is closed after the end of the connection is nothing to the service.
    if (!service.is_connected && !redeemed) return;
    const { order_id, client_id } = cheque;
    const operation_id = commitOperationId(order_id, before.loyalty.closings + 1);
    const customer = await customerAt(before, cheque);
    const body = commitBody(cheque, chequeUuid(order_id), operation_id, customer);
    say(event, service, { event: 'commit', client_id }, body);
  };

  const reopened = async (event: Followed<'ChequeReopened'>, service: KnownService, before: Order): Promise<void> => {
    const { order_id } = event.data;
    const ref_operation_id = commitOperationId(order_id, before.loyalty.closings);
    await flush();
    const commit = await withdrawKnownCommit(tx, ref_operation_id);
    const hold = before.cheque && redeemedBy(before.cheque);
    if (commit === 'withdrawn' && hold) {
      const { operation_id } = hold;
      // The next closing may use the points. It must not wait for ever.
      holds.add({ operation_id, order_id, brand_id: before.brand_id, point_id: pointOf(event) }, clock());
    }
    if (commit !== 'tried') return;
    const cancelled = { ref_operation_id, ref_operation: 'commit', hold_id: hold?.hold_id ?? null } as const;
    say(event, service, { event: 'cancel' }, cancelBody(cancelOperationId(ref_operation_id), cancelled));
  };

  const givenUp = async (event: Followed<'LoyaltyHoldGivenUp'>, service: KnownService, before: Order) => {
    const { order_id, operation_id, hold_id } = event.data;
    await flush();
    holds.remove(operation_id);
    const { undone, closings } = before.loyalty;
    if (undone?.operation_id === operation_id) {
      // If the service was told of the closing, the cancelling of its commit gives the points back.
      const commit = await withdrawKnownCommit(tx, commitOperationId(order_id, closings));
      if (commit === 'tried') return;
    }
    const cancelled = { ref_operation_id: operation_id, ref_operation: 'hold', hold_id } as const;
    say(event, service, { event: 'cancel' }, cancelBody(cancelOperationId(operation_id), cancelled));
  };

  const returned = async (event: Followed<'GoodsReturned'>, service: KnownService, before: Order): Promise<void> => {
    const { order_id, return_id, client_id } = event.data;
    const ref_operation_id = commitOperationId(order_id, before.loyalty.closings);
    await flush();
    const { rows } = await tx.query('select from app.deliveries where event_id = $1', [ref_operation_id]);
    // The service does not know the cheque.
    if (rows.length === 0 || before.cheque === null) return;
    const customer = await customerAt(before, before.cheque);
    const body = refundBody(event.data, refundOperationId(return_id), ref_operation_id, customer);
    say(event, service, { event: 'refund', ref_operation_id, client_id }, body);
  };

  /** `load`: the order as it was before the event. */
  const after = async (event: Followed, service: KnownService, load: () => Promise<Order>): Promise<void> => {
    switch (event.type) {
      case 'LoyaltyHoldRequested': {
        const { operation_id, order_id } = event.data;
        const { brand_id } = event.metadata;
        return holds.add({ operation_id, order_id, brand_id, point_id: pointOf(event) }, clock());
      }
      case 'LoyaltyHoldGivenUp':
        return givenUp(event, service, await load());
      case 'ChequeClosed':
        return closed(event, service, await load());
      case 'ChequeReopened':
        return reopened(event, service, await load());
      case 'GoodsReturned':
        return returned(event, service, await load());
    }
  };

  const end = async (): Promise<void> => {
    await flush();
    await holds.flush(tx);
  };

  return { after, flush, end };
};
