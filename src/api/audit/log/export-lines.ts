import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { storedPartOf } from '../../../transparency/export-line.ts';
import { findIndexes, proveExport } from '../../../transparency/export-proof.ts';
import { viewAuditEvent } from '../event-view.ts';
import { checkpointWith, type LogDependencies } from './log-deps.ts';

/** The lines of one export, which can be verified offline. */
export interface ExportLines {
  /** A line for each event. What is stored otherwise than it is shown stands beside it. */
  of(events: readonly RecordedEvent[]): Promise<string>;
  /** The proof that all of them are in the log, as the last line. Signs the log if an event is newer than what is signed. */
  proof(signal: AbortSignal): Promise<string>;
}

/** A line shows the actor that its leaf proves: of a person the number alone. */
const asProved = (event: RecordedEvent, original: RecordedEvent | undefined): RecordedEvent =>
  original === undefined ? event : { ...event, metadata: { ...event.metadata, actor: original.metadata.actor } };

/** The lines of an export of the brand's events, in log order. */
export const createExportLines = (
  deps: LogDependencies,
  brandId: string,
  logFault: (error: unknown) => void,
): ExportLines => {
  const positions: number[] = [];

  const prove = async (signal: AbortSignal) => {
    const last = positions.at(-1);
    const [index] = last === undefined ? [0] : await findIndexes(deps.pool, [last]);
    return proveExport(deps.pool, brandId, positions, await checkpointWith(deps, index, signal));
  };

  return {
    of: async (events) => {
      const found = await deps.stored.readAt(events.map(({ position }) => position));
      const stored = new Map(found.map((event) => [event.position, event]));
      const lines = events.map((event) => {
        const original = stored.get(event.position);
        const shown = viewAuditEvent(asProved(event, original));
        const part = original && storedPartOf(shown, original);
        return `${JSON.stringify(part ? { ...shown, stored: part } : shown)}\n`;
      });
      positions.push(...events.map(({ position }) => position));
      return lines.join('');
    },
    proof: async (signal) => {
      try {
        return `${JSON.stringify({ proof: await prove(signal) })}\n`;
      } catch (error) {
        // The events have gone out already. Without a proof the export cannot be verified, and its reader sees that.
        logFault(error);
        return `${JSON.stringify({ proof: null })}\n`;
      }
    },
  };
};
