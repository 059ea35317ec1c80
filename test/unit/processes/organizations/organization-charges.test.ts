import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import { createOrganizationChargesProcess } from '../../../../src/processes/organizations/organization-charges.ts';

test('many charges may wait at once, as when the log is read from its beginning', async () => {
  const { follower } = createOrganizationChargesProcess({ handler: {} as never, charges: {} as never, clock: () => 0 });
  const metadata = { brand_id: 'brand', occurred_at: '2026-03-01T10:00:00.000Z' };
  const charged = Array.from(
    { length: 300_000 },
    (_, index) =>
      ({
        type: 'OrganizationCharged',
        position: index + 5,
        data: { charge_id: `${index}` },
        metadata,
      }) as RecordedEvent,
  );
  await follower.handle(charged, {} as never);
  expect(follower.holdBack?.()).toBe(5);
});
