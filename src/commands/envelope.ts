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

/** Ids that follow from other ids live in a name space of our own: a command_id need not be a well-formed RFC UUID. */
const NAMESPACE = '6e3c2f5a-4f6b-5d0e-9a51-2f0f5d1c7b11';

/** The same parts always make the same UUID (version 5). */
export const derivedUuid = (...parts: readonly (string | number)[]): string => uuidv5(parts.join('/'), NAMESPACE);

/** Event ids follow from the command, the stream and the index: the same append sent twice is the same events. */
export const envelop = (stream: string, events: readonly DomainEvent[], envelope: Envelope): NewEvent[] =>
  events.map(({ type, data }, index) => ({
    id: derivedUuid(envelope.brand_id, envelope.command_id, stream, index),
    type,
    data,
    // The codec stamps the schema version.
    metadata: { ...envelope, schema_version: 0 },
  }));
