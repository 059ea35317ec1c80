import { hash } from 'node:crypto';
import type { DomainEvent } from '../../domain/decider.ts';
import type { EventMetadata, NewEvent } from '../../event-store/event-store.ts';

/** The metadata that all events of one command share. */
export type Envelope = Omit<EventMetadata, 'schema_version'>;

/** What a command decided, to be folded before it is recorded: with the time that it will have in the log. */
export const asHappened = (events: readonly DomainEvent[], { occurred_at }: Envelope): DomainEvent[] => {
  const metadata = { occurred_at };
  return events.map(({ type, data }) => ({ type, data, metadata }));
};

/** Ids that follow from other ids use our own namespace: a command_id need not be a well-formed RFC UUID. */
const NAMESPACE = Buffer.from('6e3c2f5a4f6b5d0e9a512f0f5d1c7b11', 'hex');
const VARIANTS = '89ab';

/** The same parts always make the same UUID (version 5), as with the library, at a quarter of its cost. */
export const derivedUuid = (...parts: readonly (string | number)[]): string => {
  const sha1 = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(parts.join('/'))]), 'hex');
  const variant = VARIANTS[Number.parseInt(sha1[16]!, 16) & 3];
  return `${sha1.slice(0, 8)}-${sha1.slice(8, 12)}-5${sha1.slice(13, 16)}-${variant}${sha1.slice(17, 20)}-${sha1.slice(20, 32)}`;
};

/**
 * Event ids follow from the command, the stream and the index: an append that is sent twice has the same events. In a
 * store that goes by ids alone they follow from the `run` too: otherwise, if another process decides the same command
 * at the same moment, perhaps differently, both decisions would count as recorded.
 */
export const envelop = (stream: string, events: readonly DomainEvent[], envelope: Envelope, run?: string): NewEvent[] =>
  events.map(({ type, data }, index) => ({
    id: derivedUuid(envelope.brand_id, envelope.command_id, stream, index, ...(run === undefined ? [] : [run])),
    type,
    data,
    // The codec stamps the schema version.
    metadata: { ...envelope, schema_version: 0 },
  }));
