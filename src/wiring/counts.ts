import type { Registry } from 'prom-client';
import type { Partners } from '../commands/all-operations.ts';
import type { CommandBus } from '../commands/bus/command-bus.ts';
import { Refusal } from '../domain/refusal.ts';
import type { EventStore, NewEvent } from '../event-store/event-store.ts';
import { counterOf } from '../metrics/make.ts';
import type { SmsGateway } from '../sms/sms-gateway.ts';

/** What became of an order, by the event that says it. */
const OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['OrderPlaced', 'placed'],
  ['ChequeOpened', 'opened'],
  ['OrderDelivered', 'delivered'],
  ['ChequeClosed', 'closed'],
  ['GoodsReturned', 'returned'],
  ['OrderDeleted', 'deleted'],
]);

export type Counts = ReturnType<typeof createCounts>;

/** Counts what this process carries out, for the metrics: each of these is as before, and counts. */
export const createCounts = (registry: Registry) => {
  const noteOrder = counterOf(registry, 'orders_total');
  const noteCommand = counterOf(registry, 'commands_total');
  const noteSms = counterOf(registry, 'sms_total');

  const noteEvents = (events: readonly NewEvent[]): void => {
    for (const { type } of events) {
      const outcome = OUTCOMES.get(type);
      if (outcome !== undefined) noteOrder({ outcome });
    }
  };

  const noted = <Args extends readonly unknown[], Result>(
    type: string,
    carry: (...args: Args) => Promise<Result>,
  ): ((...args: Args) => Promise<Result>) =>
    async function carryAndNote(...args) {
      try {
        const result = await carry(...args);
        noteCommand({ type, outcome: 'accepted' });
        return result;
      } catch (error) {
        const outcome = outcomeOf(error);
        noteCommand({ type, outcome });
        if (type === PLACE) noteOrder({ outcome: outcome === 'failed' ? outcome : 'refused' });
        throw error;
      }
    };

  return {
    store: (store: EventStore): EventStore => {
      const { appendIf } = store;
      return {
        ...store,
        append: async (stream, expected, events, keysAsOf) => {
          const result = await store.append(stream, expected, events, keysAsOf);
          noteEvents(events);
          return result;
        },
        ...(appendIf && {
          appendIf: async (...args: Parameters<typeof appendIf>) => {
            const result = await appendIf(...args);
            noteEvents(args[2]);
            return result;
          },
        }),
      };
    },
    bus: (bus: CommandBus): CommandBus => ({
      ...bus,
      execute: async (caller, type, ...rest) => {
        // A name that is no command's would be a label of the caller's own.
        const known = bus.definitions.has(type) ? type : 'unknown';
        try {
          const answer = await bus.execute(caller, type, ...rest);
          noteCommand({ type: known, outcome: answer.status });
          return answer;
        } catch (error) {
          noteCommand({ type: known, outcome: outcomeOf(error) });
          throw error;
        }
      },
    }),
    partners: (partners: Partners): Partners =>
      mapEntries(partners, (group, operations) =>
        mapEntries(operations, (name, carry) => noted(`${group}.${name}`, carry as Carry)),
      ) as unknown as Partners,
    sms: (gateway: SmsGateway): SmsGateway => ({
      send: async (sms) => {
        try {
          await gateway.send(sms);
        } catch (error) {
          noteSms({ outcome: 'failed' });
          throw error;
        }
        noteSms({ outcome: 'sent' });
      },
    }),
  };
};

type Carry = (...args: readonly unknown[]) => Promise<unknown>;

const PLACE = 'orders.place';

const outcomeOf = (error: unknown): string => (error instanceof Refusal ? error.code : 'failed');

const mapEntries = <From extends object, To>(from: From, map: (name: string, value: From[keyof From]) => To) =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, map(name, value)]));
