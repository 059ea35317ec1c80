import { describe, expect, test } from 'vitest';
import { loadWebhookKinds } from '../../../../src/api/webhooks/all-kinds.ts';
import { eventCatalogue } from '../../../../src/domain/event-catalogue.ts';
import { allProjections } from '../../../../src/projections/all-projections.ts';

const kinds = await loadWebhookKinds();

describe('each kind of webhook', () => {
  test.each(kinds.map((kind) => [kind.event, kind] as const))('%s', (_, { event, summary, types, shown_by }) => {
    expect(event).toMatch(/^[a-z_]+(\.[a-z_]+)?$/);
    expect(summary).not.toBe('');
    for (const type of types) expect(eventCatalogue).toHaveProperty(type);
    if (shown_by !== null) expect(allProjections.map(({ name }) => name)).toContain(shown_by);
  });

  test('each kind of webhook is found in its folder, and a ping is one more', () => {
    const ofBooks = ['reservation.created', 'reservation.updated', 'reservation.status_changed', 'occupancy.changed'];
    expect(kinds.map(({ event }) => event)).toEqual(expect.arrayContaining([...ofBooks, 'ping']));
  });
});
