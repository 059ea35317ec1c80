import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect, vi } from 'vitest';
import type { CustomerIdOf } from '../../src/demo/points-book.ts';
import { type PointsService, type PointsTold, sendJson, startPointsService } from '../../src/demo/points-service.ts';
import type { LoyaltyMethod } from '../../src/domain/loyalty/calls.ts';
import { command, type TestApp } from './app.ts';
import type { HttpAnswer } from './http-client.ts';
import { createVenue, type TestVenue } from './venue.ts';

/** How the partner behaves from now on. Undefined: as usual. */
export type Behaviour = (response: ServerResponse, told: PointsTold) => void | Promise<void>;

export interface TestPartner extends PointsService {
  /** Calls in the order in which they came, with their answers. */
  readonly told: PointsTold[];
  /** Calls that were not signed well. */
  readonly refused: string[];
  secret: string;
  /** Sends the answer after the book has acted. */
  send: Behaviour | undefined;
  /** Answers instead of the book, which then does not act. */
  instead: ((response: ServerResponse, method: LoyaltyMethod) => boolean) | undefined;
  /** Names of the calls so far. */
  methods(): string[];
}

/** A test knows the id of a guest before the service does. */
export const idByPhone: CustomerIdOf = (phoneOrCode) => `G-${phoneOrCode}`;

/** The points service of the demo, in the hands of a test. */
export const startPartner = async (customerIdOf: CustomerIdOf = idByPhone): Promise<TestPartner> => {
  const told: PointsTold[] = [];
  const refused: string[] = [];
  const hands: Pick<TestPartner, 'secret' | 'send' | 'instead'> = { secret: '', send: undefined, instead: undefined };
  const service = await startPointsService({
    secret: () => hands.secret,
    onTold: (call) => told.push(call),
    onRefused: (why) => refused.push(why),
    send: async (response, call) => {
      if (hands.send) await hands.send(response, call);
      else sendJson(response, call.answer);
    },
    before: (response, method) => hands.instead?.(response, method) ?? false,
    customerIdOf,
  });
  return Object.assign(hands, { ...service, told, refused, methods: () => told.map(({ method }) => method) });
};

/** Acts and hangs up: nobody knows whether it was done. */
export const hangUp: Behaviour = (response) => {
  response.destroy();
};

/** A brand whose loyalty service is the partner. */
export const connect = async (venue: TestVenue, partner: TestPartner): Promise<void> => {
  const fields = { name: 'Points', base_url: partner.url };
  const { secret } = await command(venue.till, 'ConfigureLoyalty', fields);
  // Where it is connected already, nothing changes, and its secret is told to nobody again.
  partner.secret = secret ?? (await command(venue.till, 'RotateLoyaltySecret', {})).secret;
};

export const points = async ({ till, point_id }: TestVenue): Promise<number> =>
  (await command(till, 'DefinePaymentType', { name: 'Points', category_id: 4, point_ids: [point_id] })).id;

/** A venue with an open shift, whose guests pay in points of a partner. */
export const createLoyaltyVenue = async (app: TestApp) => {
  const venue = await createVenue(app);
  const partner = await startPartner();
  const inPoints = await points(venue);
  await connect(venue, partner);
  const { point_id, cashier_id } = venue;
  const shift_id: number = (await command(venue.till, 'OpenShift', { point_id, cashier_id })).shift_id;
  return { venue, partner, inPoints, shift_id };
};

/** A cheque of one tea, 8 000, that the till has. */
export const openCheque = async ({ till, point_id, products }: TestVenue, fields: object = {}): Promise<number> => {
  const items = [{ product_id: products.tea, quantity: 1 }];
  return (await command(till, 'OpenCheque', { point_id, order_type_id: 2, items, ...fields })).order_id;
};

export const send = (
  { till }: TestVenue,
  type: string,
  fields: Record<string, unknown>,
  command_id = randomUUID(),
): Promise<HttpAnswer> => till.post(`/venue/v1/commands/${type}`, { command_id, ...fields });

/** Everything that happened so far is in the queue, and what is due was sent. */
export const sendDue = async ({ tillstream }: TestApp): Promise<void> => {
  const head = await tillstream.store.head();
  await vi.waitFor(
    async () => {
      const types = ['ServiceConnected', 'LoyaltyHoldRequested', 'LoyaltyHoldGivenUp', 'ChequeClosed'];
      types.push('ChequeReopened', 'GoodsReturned', 'LoyaltyDeliveryResent', 'SecretRotated', 'ServiceDisconnected');
      const { rows } = await tillstream.pool.query<{ position: number }>(
        `select position from app.process_checkpoints where process = 'loyalty'`,
      );
      expect(await tillstream.store.readAll(rows[0]?.position ?? head, 1, { types })).toEqual([]);
    },
    { timeout: 10_000, interval: 20 },
  );
  // A call of a cheque is due once the one before has ended.
  for (let round = 0; round < 4; round++) {
    await tillstream.processes.tick();
    await tillstream.outbound.idle();
  }
};
