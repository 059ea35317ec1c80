import { v5 as uuidv5 } from 'uuid';
import { hashApiKey } from '../../api/http/api-keys.ts';
import type { KeyRecord } from '../../api/http/key-record.ts';
import { placeOrderInput } from '../../commands/ordering/order-input.ts';
import type { Partner } from '../../commands/ordering/partner.ts';
import { validate } from '../../commands/validate.ts';
import type { Order } from '../../domain/order/order.ts';
import type { Tillstream } from '../../tillstream.ts';
import { DEMO_KEYS } from '../demo/keys.ts';

/** What the venue and its partner can do. Each throws when it is refused. */
export interface Hands {
  readonly brand_id: string;
  /** The id of a command of this name: the same whenever the history is made. */
  commandId(name: string): string;
  command(name: string, type: string, fields: object): Promise<Readonly<Record<string, unknown>>>;
  place(body: object): Promise<Order>;
  cancel(orderId: number): Promise<void>;
  find(orderId: number): Promise<Order>;
}

/** Never changes: with another one, a history that was cut short would not be gone on with, but begun again. */
const NAMESPACE = '5e0a6c1e-62b7-4b0d-9d3c-0f5a6b7c8d9e';
const CORRELATION = 'demo-history';

/** The hands of the demo brand's till and of its app. Repeats change nothing. */
export const openHands = async (
  { bus, desk, keys }: Pick<Tillstream, 'bus' | 'desk' | 'keys'>,
  seed: string,
): Promise<Hands> => {
  const keyOf = async (apiKey: string): Promise<KeyRecord & Partner> => {
    const key = await keys.byHash(hashApiKey(apiKey));
    if (!key?.brand_id) throw new Error('the demo brand is not there');
    return { ...key, brand_id: key.brand_id };
  };
  const till = await keyOf(DEMO_KEYS.venue);
  const partner = await keyOf(DEMO_KEYS.partner);
  const commandId = (name: string): string => uuidv5(`${seed}/${name}`, NAMESPACE);
  return {
    brand_id: till.brand_id,
    commandId,
    command: async (name, type, fields) => {
      try {
        return (await bus.execute(till, type, { command_id: commandId(name), ...fields }, CORRELATION)).result;
      } catch (error) {
        throw new Error(`${type} of ${name} was refused: ${(error as Error).message}`, { cause: error });
      }
    },
    place: (body) => desk.place(partner, validate(placeOrderInput, body), CORRELATION),
    cancel: async (orderId) => {
      const { status } = await desk.find(partner, orderId);
      if (status !== 'DELETED') await desk.cancel(partner, orderId, {}, CORRELATION);
    },
    find: (orderId) => desk.find(partner, orderId),
  };
};
