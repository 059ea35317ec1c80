import { v5 as uuidv5 } from 'uuid';
import type { DomainEvent } from '../domain/decider.ts';
import type { Actor, NewEvent } from '../event-store/event-store.ts';

/** What every event of one command carries. */
export interface Envelope {
  readonly command_id: string;
  readonly correlation_id: string;
  readonly causation_id: string | null;
  readonly actor: Actor;
  readonly brand_id: string;
  readonly point_id?: string;
  readonly occurred_at: string;
}

/** Event ids follow from the command, the stream and the index: the same append sent twice is the same events. */
export const envelop = (stream: string, events: readonly DomainEvent[], envelope: Envelope): NewEvent[] =>
  events.map(({ type, data }, index) => ({
    id: uuidv5(`${stream}/${index}`, envelope.command_id),
    type,
    data,
    // The codec stamps the schema version.
    metadata: { ...envelope, schema_version: 0 },
  }));
