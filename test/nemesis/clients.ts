import type { HttpAnswer } from '../support/http-client.ts';
import { createBookingClient } from './bookings.ts';
import { orderLines } from './goods.ts';
import type { Facts } from './history.ts';
import { revokeKey } from './keys.ts';
import type { Door, Operation } from './operations.ts';
import { openSession, type Request, type Round } from './session.ts';

interface OwnOrder {
  readonly order_id: number;
  readonly total: number;
}

/** Orders at once. */
const MANY = 4;

/** Carries out one operation after another. */
export interface NemesisClient {
  perform(operation: Operation): Promise<void>;
}

export const createNemesisClient = (round: Round, number: number): NemesisClient => {
  const { floor } = round;
  const { partner, till, point_id } = floor;
  const session = openSession(round, number);
  const orders: OwnOrder[] = [];
  const bodies: { readonly external_id: string }[] = [];
  const bookings = createBookingClient(round, session, number);
  let count = 0;
  const newExternalId = (): string => `nemesis-${round.seed}-${number}-${count++}`;

  const place = async (operation: Extract<Operation, { kind: 'order' }>): Promise<void> => {
    const { door, goods, quantity, sent, attempts } = operation;
    const fresh = {
      point_id,
      order_type_id: 2,
      payment_type_id: floor.cash,
      external_id: newExternalId(),
      client: { phone: `+9989012345${String(number % 100).padStart(2, '0')}`, name: 'Aziza' },
      items: orderLines(floor, goods, quantity),
    };
    const send = (body: { readonly external_id: string }, at: Door, tries = attempts) => {
      const request: Request = {
        kind: 'order',
        door: at,
        token: partner.token,
        external_id: body.external_id,
        read: orderFacts,
        send: (client) => client.post('/v1/orders', body),
      };
      return session.insist(request, tries);
    };
    const sendAll = (): Promise<HttpAnswer | undefined>[] => {
      // Nobody sends these again: what a crash leaves of them stays half done.
      const many = () => send({ ...fresh, external_id: newExternalId() }, door, 1);
      if (sent === 'many') return Array.from({ length: MANY }, many);
      const body = (sent === 'again' && bodies.at(-1 - (count % 3))) || fresh;
      if (body === fresh) bodies.push(fresh);
      return sent === 'twice' ? [send(body, 0), send(body, 1)] : [send(body, door)];
    };
    for (const answer of await Promise.all(sendAll())) {
      if (answer?.status !== 200) continue;
      const { order_id, total_amount: total } = answer.body;
      if (!orders.some((order) => order.order_id === order_id)) orders.push({ order_id, total });
    }
  };

  const tillStep = (kind: 'accept' | 'cook' | 'close', door: Door, { order_id, total }: OwnOrder) => {
    const type = { accept: 'AcceptOrder', cook: 'StartCooking', close: 'CloseCheque' }[kind];
    const payments = [{ payment_type_id: floor.cash, amount: total }];
    const fields = kind === 'close' ? { order_id, cashier_id: floor.cashier_id, payments } : { order_id };
    return session.command(type, door, fields, { order_id });
  };

  const ofOrder = (kind: 'read' | 'cancel', door: Door, { order_id }: OwnOrder) =>
    session.insist({
      kind,
      door,
      token: partner.token,
      order_id,
      read: orderFacts,
      send: (client) =>
        kind === 'read' ? client.get(`/v1/orders/${order_id}`) : client.post(`/v1/orders/${order_id}/cancel`, {}),
    });

  const list = (door: Door) => {
    const after = Math.max(0, (orders.at(-1)?.order_id ?? 0) - 100);
    return session.insist({
      kind: 'list',
      door,
      token: till.token,
      send: (client) => client.get(`/venue/v1/orders?after_id=${after}&limit=200`),
      read: ({ body }) => ({
        listed: body.orders.map((it: { order_id: number; status: string }) => [it.order_id, it.status]),
      }),
    });
  };

  const perform = async (operation: Operation): Promise<unknown> => {
    const { kind, door } = operation;
    switch (kind) {
      case 'order':
        return place(operation);
      case 'list':
        return list(door);
      case 'book':
        return bookings.book(operation, newExternalId());
      case 'readBooking':
        return bookings.read(door, operation.pick);
      case 'cancelBooking':
        return bookings.cancel(door, operation.pick);
      case 'listBookings':
        return bookings.list(door);
      case 'feed':
        return bookings.feed(door);
      case 'revoke':
        return revokeKey(round, session, operation);
      case 'adjust':
        return session.command('AdjustPoints', door, { client_id: floor.client_id, amount: 1, reason: 'nemesis' });
      case 'restock': {
        const entries = [{ product_id: floor.products[operation.goods], quantity: operation.quantity }];
        return session.command('SetStopList', door, { point_id, entries });
      }
    }
    const order = orders[operation.pick % orders.length];
    if (!order) return undefined;
    return kind === 'read' || kind === 'cancel' ? ofOrder(kind, door, order) : tillStep(kind, door, order);
  };

  return { perform: async (operation) => void (await perform(operation)) };
};

const orderFacts = ({ body }: HttpAnswer): Facts => ({ order_id: body.order_id, order_status: body.status });
