import { z } from 'zod';
import type { RecordedEvent } from '../event-store/event-store.ts';

/** What the stored event has otherwise than the line shows. */
export interface StoredPart {
  /** Whole, if they were opened or brought up to date. */
  readonly data?: unknown;
  /** The members that are not shown, or differ. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A line of an export, as far as the leaf of its event follows from it. */
const lineSchema = z.object({
  ...{ position: z.int(), stream: z.string(), revision: z.int(), event_id: z.string(), type: z.string() },
  ...{ recorded_at: z.string(), occurred_at: z.string(), actor: z.unknown(), schema_version: z.unknown() },
  ...{ command_id: z.unknown(), correlation_id: z.unknown(), causation_id: z.unknown(), data: z.unknown() },
  stored: z.object({ data: z.unknown().optional(), metadata: z.record(z.string(), z.unknown()).optional() }).optional(),
});

export type ExportLine = z.infer<typeof lineSchema>;

/** The metadata that a line shows. All events of an export are of one brand, which the last line names. */
const shownMetadata = (line: ExportLine, brand_id: string): Record<string, unknown> => {
  const { command_id, correlation_id, causation_id, actor, occurred_at, schema_version } = line;
  return { command_id, correlation_id, causation_id, actor, brand_id, occurred_at, schema_version };
};

/** What a line must say beside what it shows; undefined if it shows everything. */
export const storedPartOf = (line: ExportLine, stored: RecordedEvent, brandId: string): StoredPart | undefined => {
  const shown = shownMetadata(line, brandId);
  const others = Object.entries(stored.metadata).filter(([name, value]) => !isSame(shown[name], value));
  const part = {
    ...(!isSame(line.data, stored.data) && { data: stored.data }),
    ...(others.length > 0 && { metadata: Object.fromEntries(others) }),
  };
  return Object.keys(part).length > 0 ? part : undefined;
};

/** By their text: of two that differ in the order of members alone, one is given beside the other, which does no harm. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The stored event that a line tells of; undefined for what is no line of an export. */
export const storedEventOf = (line: unknown, brandId: string): RecordedEvent | undefined => {
  const parsed = lineSchema.safeParse(line);
  if (!parsed.success) return undefined;
  const { position, stream, revision, event_id: id, type, recorded_at, stored = {} } = parsed.data;
  const data = 'data' in stored ? stored.data : parsed.data.data;
  // As it is written in the file: its leaf is compared, and it goes nowhere else.
  const metadata = {
    ...shownMetadata(parsed.data, brandId),
    ...stored.metadata,
  } as unknown as RecordedEvent['metadata'];
  return { position, stream, revision, id, type, recorded_at, data, metadata };
};
