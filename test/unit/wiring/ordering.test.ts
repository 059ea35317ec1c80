import { beforeEach, expect, test } from 'vitest';
import type { Envelope } from '../../../src/commands/loop/envelope.ts';
import { type OrderingOptions, wireOrdering } from '../../../src/wiring/ordering.ts';

const POSITION = 9;
const envelope = { brand_id: 'brand-1' } as Envelope;

/** What happened, in order: waits for read models, and looks at points. */
let seen: string[];
let recorded: number | null;

beforeEach(() => {
  seen = [];
  recorded = POSITION;
});

/** Every command is recorded at POSITION, and no read model has come there. */
const wired = () =>
  wireOrdering({
    handler: { handle: async () => ({ position: recorded, events: [{}], state: { entries: [] }, revision: 1 }) },
    readSide: {
      signals: {
        position: (name: string) => (name === 'catalogue' ? POSITION : 0),
        waitFor: async (names: readonly string[], position: number) => {
          await new Promise((resolve) => setImmediate(resolve));
          seen.push(`${names.join(' and ')} at ${position}`);
          return true;
        },
      },
      points: {
        find: async () => {
          seen.push('look');
          return undefined;
        },
      },
    },
    newUuid: () => 'hold-1',
  } as unknown as OrderingOptions);

const change = (category: string) => [{ category }, 'id-1', {}, envelope] as never;
const units = { brand_id: 'brand-1', point_id: 'point-1', order_id: 1, wanted: [] };

test.each(['brand', 'point', 'catalogue', 'point_menu'])(
  'a cheque is priced by what the till changed of the %s just before',
  async (category) => {
    const { venueHandler, ordering } = wired();
    await venueHandler.handle(...(change(category) as Parameters<typeof venueHandler.handle>));
    await ordering.points.find('brand-2', 'point-1');
    await ordering.points.find('brand-1', 'point-1');
    expect(seen).toEqual(['look', `venue and catalogue at ${POSITION}`, 'look']);
  },
);

test('nobody waits for what has nothing to do with menus, or for a command that changed nothing', async () => {
  const { venueHandler, ordering } = wired();
  await venueHandler.handle(...(change('till') as Parameters<typeof venueHandler.handle>));
  recorded = null;
  await venueHandler.handle(...(change('catalogue') as Parameters<typeof venueHandler.handle>));
  await ordering.points.find('brand-1', 'point-1');
  expect(seen).toEqual(['look']);
});

test('who asks what a cart costs sees the units that were taken just before', async () => {
  const { units: holds, desk } = wired();
  await holds.take(units, envelope);
  const input = { point_id: 'point-1', items: [] } as unknown as Parameters<typeof desk.calculate>[1];
  await desk
    .calculate({ brand_id: 'brand-1', point_ids: null } as Parameters<typeof desk.calculate>[0], input)
    .catch(() => {});
  expect(seen).toEqual([`stop_list at ${POSITION}`, 'look']);
});
