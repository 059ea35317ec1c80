import { z } from 'zod';
import { isoTimestamp } from '../../commands/fields/answer-fields.ts';
import { isRecord } from '../../domain/is-record.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';

export const auditEventSchema = z.object({
  position: z.int(),
  stream: z.string(),
  revision: z.int(),
  event_id: z.uuid(),
  type: z.string(),
  schema_version: z.int(),
  recorded_at: isoTimestamp(),
  occurred_at: isoTimestamp(),
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  command_id: z.string(),
  correlation_id: z.string(),
  causation_id: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

/** The data of an event of ours, which are an object. */
export const dataOf = ({ data }: Pick<RecordedEvent, 'data'>): Readonly<Record<string, unknown>> =>
  isRecord(data) ? data : {};

/** An event as auditors see it: the envelope's fields beside the whole payload. */
export const viewAuditEvent = ({ id, metadata, ...event }: RecordedEvent): z.infer<typeof auditEventSchema> => ({
  position: event.position,
  stream: event.stream,
  revision: event.revision,
  event_id: id,
  type: event.type,
  schema_version: metadata.schema_version,
  recorded_at: event.recorded_at,
  occurred_at: metadata.occurred_at,
  actor: metadata.actor,
  command_id: metadata.command_id,
  correlation_id: metadata.correlation_id,
  causation_id: metadata.causation_id,
  data: dataOf(event),
});
