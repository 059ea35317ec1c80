import { z } from 'zod';
import type { RecordedEvent } from '../event-store/event-store.ts';
import { sealedIn } from '../event-store/personal-form.ts';

/** The stored form of what a line shows in another form, and the metadata that it does not show. */
const storedSchema = z.strictObject({
  /** Sealed. The line shows it open. */
  personal: z.record(z.string(), z.unknown()).optional(),
  /** In an older shape. The line shows it up to date. */
  data: z.record(z.string(), z.unknown()).optional(),
  metadata: z
    .strictObject({ point_id: z.string().optional(), schema_version: z.int().optional() })
    .optional()
    .meta({ description: 'What the leaf has beside the metadata that the line shows' }),
});

/** A line of an export: what it shows, and what is stored otherwise. It has no other members. */
export const exportLineSchema = z.strictObject({
  position: z.int(),
  stream: z.string(),
  revision: z.int(),
  event_id: z.string(),
  type: z.string(),
  schema_version: z.int(),
  recorded_at: z.string().meta({ description: 'When it reached the log: ISO 8601, in UTC' }),
  occurred_at: z.string().meta({ description: 'When it happened at the venue: ISO 8601, in UTC' }),
  actor: z.record(z.string(), z.unknown()),
  command_id: z.string(),
  correlation_id: z.string(),
  causation_id: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  stored: storedSchema.optional().meta({ description: 'What the log has in another form than the line' }),
});

export type ExportLine = z.infer<typeof exportLineSchema>;
export type StoredPart = z.infer<typeof storedSchema>;

/** What a line must say beside what it shows; undefined if it shows everything as it is stored. */
export const storedPartOf = ({ schema_version }: ExportLine, { data, metadata }: RecordedEvent) => {
  const isOlder = metadata.schema_version !== schema_version;
  const others = {
    ...(metadata.point_id !== undefined && { point_id: metadata.point_id }),
    ...(isOlder && { schema_version: metadata.schema_version }),
  };
  const part = {
    ...(isOlder && { data: data as StoredPart['data'] }),
    ...(!isOlder && sealedIn(data) && { personal: (data as ExportLine['data']).personal as StoredPart['personal'] }),
    ...(Object.keys(others).length > 0 && { metadata: others }),
  } satisfies StoredPart;
  return Object.keys(part).length > 0 ? part : undefined;
};

/** The line of an export, or why this is none. */
export const parseExportLine = (line: unknown): ExportLine | string => {
  const parsed = exportLineSchema.safeParse(line);
  if (parsed.success) return parsed.data;
  const unknown = parsed.error.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (!unknown) return 'this is no event';
  const [name] = unknown.keys;
  return `an event has no member ${[...unknown.path, name].join('.')}`;
};

/** The stored event that a line tells of. All events of an export are of one brand, which the last line names. */
export const storedEventOf = (line: ExportLine, brand_id: string): RecordedEvent => {
  const { position, stream, revision, event_id: id, type, recorded_at, stored = {} } = line;
  const { command_id, correlation_id, causation_id, actor, occurred_at, schema_version } = line;
  const { data = stored.personal ? { ...line.data, personal: stored.personal } : line.data } = stored;
  // As it is written in the file: its leaf is compared, and it goes nowhere else.
  const metadata = {
    command_id,
    correlation_id,
    causation_id,
    actor,
    brand_id,
    occurred_at,
    schema_version,
    ...stored.metadata,
  } as unknown as RecordedEvent['metadata'];
  return { position, stream, revision, id, type, recorded_at, data, metadata };
};
