import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { Partners } from '../../../src/commands/all-operations.ts';
import type { CommandBus } from '../../../src/commands/bus/command-bus.ts';
import { Unavailable } from '../../../src/commands/loop/unavailable.ts';
import { conflict, notFound } from '../../../src/domain/refusal.ts';
import type { EventStore } from '../../../src/event-store/event-store.ts';
import { createCounts } from '../../../src/wiring/counts.ts';

const start = () => {
  const registry = new Registry();
  const figures = async () =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.replace('tillstream_', ''));
  return { counts: createCounts(registry), figures };
};

const failed = (call: () => Promise<unknown>) => expect(call()).rejects.toThrow();

test('commands count by type and outcome, and a name that is no command makes no series of its own', async () => {
  const { counts, figures } = start();
  const answers: (() => unknown)[] = [
    () => ({ status: 'accepted' }),
    () => ({ status: 'duplicate' }),
    () => {
      throw conflict('shift_open');
    },
    () => {
      throw new Unavailable('the store is away');
    },
    () => {
      throw notFound('command_not_found');
    },
    () => {
      throw notFound('command_not_found');
    },
  ];
  const bus = counts.bus({
    definitions: new Map([['OpenShift', {}]]),
    execute: async () => answers.shift()!(),
  } as unknown as CommandBus);
  const send = (type: string) => bus.execute({} as never, type, {}, '');
  await send('OpenShift');
  await send('OpenShift');
  await failed(() => send('OpenShift'));
  await failed(() => send('OpenShift'));
  await failed(() => send('Invented'));
  await failed(() => send('AlsoInvented'));
  expect(await figures()).toEqual([
    'commands_total{type="OpenShift",outcome="accepted"} 1',
    'commands_total{type="OpenShift",outcome="duplicate"} 1',
    'commands_total{type="OpenShift",outcome="shift_open"} 1',
    'commands_total{type="OpenShift",outcome="failed"} 1',
    'commands_total{type="unknown",outcome="command_not_found"} 2',
  ]);
});

test('orders count by what became of them: by their events when these are stored, and by requests that were refused', async () => {
  const { counts, figures } = start();
  let isAway = false;
  const append = async () => {
    if (isAway) throw new Error('away');
    return { revision: 0, position: 7 };
  };
  const store = counts.store({ append, appendIf: append } as unknown as EventStore);
  const events = (...types: string[]) => types.map((type) => ({ type })) as never;
  await store.append('order-1', 'any' as never, events('OrderPlaced', 'KitchenTicketPrinted'));
  await store.appendIf!({} as never, 'order-2', events('ClientRegistered', 'OrderPlaced'));
  await store.append('order-1', 1 as never, events('OrderDelivered', 'ChequeClosed'));
  await store.append('order-2', 1 as never, events('OrderDeleted'));
  isAway = true;
  await failed(() => store.append('order-3', 'any' as never, events('OrderPlaced')));
  await failed(() => store.appendIf!({} as never, 'order-3', events('OrderPlaced')));
  const refusals = [conflict('product_sold_out'), new Error('away')];
  const place = async () => {
    throw refusals.shift()!;
  };
  const partners = counts.partners({ orders: { place, cancel: async () => 'done' } } as unknown as Partners);
  await failed(() => partners.orders.place({} as never, {} as never, ''));
  await failed(() => partners.orders.place({} as never, {} as never, ''));
  expect(await partners.orders.cancel({} as never, {} as never, '')).toBe('done');
  expect(await figures()).toEqual([
    'orders_total{outcome="placed"} 2',
    'orders_total{outcome="delivered"} 1',
    'orders_total{outcome="closed"} 1',
    'orders_total{outcome="deleted"} 1',
    'orders_total{outcome="refused"} 1',
    'orders_total{outcome="failed"} 1',
    'commands_total{type="orders.place",outcome="product_sold_out"} 1',
    'commands_total{type="orders.place",outcome="failed"} 1',
    'commands_total{type="orders.cancel",outcome="accepted"} 1',
  ]);
});

test('SMS codes count by whether the gateway took them', async () => {
  const { counts, figures } = start();
  let isAway = false;
  const sms = counts.sms({
    send: async () => {
      if (isAway) throw new Error('away');
    },
  });
  await sms.send({} as never);
  isAway = true;
  await failed(() => sms.send({} as never));
  expect(await figures()).toEqual(['sms_total{outcome="sent"} 1', 'sms_total{outcome="failed"} 1']);
});
