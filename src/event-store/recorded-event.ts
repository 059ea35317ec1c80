/**
 * Who caused an event. `id` is the access key's id (or `system`), or the number of a person's account; `name` is free text
 * shown to auditors, or the person's name.
 */
export interface Actor {
  readonly kind: 'partner' | 'venue' | 'auditor' | 'platform' | 'system' | 'account';
  readonly id: string;
  readonly name: string;
}

/** What is known about an event beyond its payload. Stored as is; auditors see these names. */
export interface EventMetadata {
  readonly command_id: string;
  readonly correlation_id: string;
  readonly causation_id: string | null;
  readonly actor: Actor;
  /** Every read that serves a caller is filtered by it. */
  readonly brand_id: string;
  /** The point that the event belongs to, if any: a till's feed can filter without opening payloads. */
  readonly point_id?: string;
  /** ISO 8601 instant in UTC: when it happened. For an offline till that is before it was recorded. */
  readonly occurred_at: string;
  readonly schema_version: number;
}

export interface NewEvent {
  /**
   * UUIDv5 of command id and index (and of the run, in stores that go by ids), so that an append that is sent twice is
   * recognised.
   */
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: EventMetadata;
}

export interface RecordedEvent extends NewEvent {
  /** Place in the whole log, from 1, ascending in commit order. Not necessarily dense. */
  readonly position: number;
  readonly stream: string;
  /** Place in the stream, from 0, dense. */
  readonly revision: number;
  /** ISO 8601 instant in UTC. */
  readonly recorded_at: string;
}

/** A recorded event whose type is known, and with it the shape of its data. */
export type Recorded<Event extends Pick<NewEvent, 'type' | 'data'>> = RecordedEvent & Event;

/**
 * The type that a store gives to an event that another program wrote into one of our streams. Such an event keeps its
 * place in the stream, so that revisions add up. It has no data and no metadata.
 */
export const FOREIGN_TYPE = '$foreign';

/** Whether this system wrote the event. */
export const isOwn = ({ type }: Pick<NewEvent, 'type'>): boolean => type !== FOREIGN_TYPE;
