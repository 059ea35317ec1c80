import type { RecordedEvent } from '../../../src/event-store/event-store.ts';
import type { Entry } from '../history.ts';

/** An event as the rules look at it. */
export interface LogEvent extends Pick<RecordedEvent, 'position' | 'stream' | 'type'> {
  // biome-ignore lint/suspicious/noExplicitAny: payloads as they lie in the log
  readonly data: any;
  readonly command_id: string;
}

/** A table of a read model beside the one a rebuild makes of the log. */
export interface ComparedTable {
  readonly table: string;
  readonly equal: boolean | null;
  /** Why it could not be compared, or what failed. */
  readonly reason: string | null;
}

/** All that is known of a round when it is over. */
export interface Evidence {
  readonly history: readonly Entry[];
  /** The brand's, in log order. */
  readonly events: readonly LogEvent[];
  /** Events of the log whose data can't be read, each with its reason; the rules do not see these. */
  readonly unreadable: readonly string[];
  readonly tables: readonly ComparedTable[];
  /** Apps that ended by themselves, and answers that do not fit their schema. */
  readonly complaints: readonly string[];
}

/** A rule that does not hold, with what shows it. */
export interface Violation {
  readonly rule: string;
  readonly what: string;
  readonly entries?: readonly Entry[];
  readonly events?: readonly LogEvent[];
}

export type Rule = (evidence: Evidence) => readonly Violation[];
