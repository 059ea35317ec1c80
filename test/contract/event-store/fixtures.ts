import { v7 as uuid } from 'uuid';
import type { EventMetadata, NewEvent, RecordedEvent } from '../../../src/event-store/event-store.ts';

/** A name no other test, and no earlier run on the same server, has used. */
export const uniqueStream = (category = 'order'): string => `${category}-${uuid()}`;

export const metadata = (changes: Partial<EventMetadata> = {}): EventMetadata => ({
  command_id: uuid(),
  correlation_id: uuid(),
  causation_id: null,
  actor: { kind: 'partner', id: 'key-1', name: 'Delivery app' },
  brand_id: 'brand-1',
  occurred_at: '2025-05-01T10:00:00.000Z',
  schema_version: 1,
  ...changes,
});

export const newEvent = (data: unknown = { total: 4_500_000 }, changes: Partial<NewEvent> = {}): NewEvent => ({
  id: uuid(),
  type: 'OrderAccepted',
  data,
  metadata: metadata(),
  ...changes,
});

export const newEvents = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, number) => newEvent({ number }));

/** The part of a recorded event that its writer gave. */
export const given = ({ id, type, data, metadata: known }: RecordedEvent | NewEvent): NewEvent => ({
  id,
  type,
  data,
  metadata: known,
});

export const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map((event) => event.id);
