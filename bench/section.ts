/** One number, measured once a round, beside what it is held against. */
export interface Figure {
  readonly name: string;
  /** e.g. `/s`, `ms`, `MB`. */
  readonly unit: string;
  readonly rounds: readonly number[];
  /** Measured in the same rounds, turn by turn. */
  readonly baseline?: Baseline;
  readonly goals?: readonly Goal[];
}

export interface Baseline {
  readonly name: string;
  readonly rounds: readonly number[];
}

export interface Goal {
  /** What is held against the goal: the ratio to the baseline, or the figure itself. */
  readonly of: 'ratio' | 'value';
  readonly atLeast?: number;
  readonly below?: number;
}

export interface BenchContext {
  /** Address of the Postgres all sections share; see createDatabase of test/support/cluster.ts. */
  readonly adminUrl: string;
  /** Of an EventStoreDB that holds nothing yet, where the log is to be there. */
  readonly eventStoreUrl?: string | undefined;
  readonly rounds: number;
  /** How many app processes share a database, where several are measured. */
  readonly processes: number;
  /** Fewer and smaller: to see that it runs, not how fast. */
  readonly quick: boolean;
  /** One line for whoever watches. */
  progress(line: string): void;
}

export type Engine = 'postgres' | 'eventstoredb';

export interface Section {
  readonly name: string;
  /** Those it can measure (default: Postgres alone). */
  readonly engines?: readonly Engine[];
  run(context: BenchContext): Promise<Figure[]>;
}
