/** What was measured after so many orders. */
export interface Stage {
  readonly orders: number;
  readonly events: number;
  /** Seconds: to make it since the stage before, to start on it, until its index and tree were there. */
  readonly made: number;
  readonly start: number;
  readonly indexed: number;
  readonly bytes: ReadonlyMap<string, number>;
  /** Milliseconds. */
  readonly times: ReadonlyMap<string, number>;
  readonly memory: number;
}

/** 1 000 points, 400 orders a day. */
const ORDERS_OF_A_YEAR = 1_000 * 400 * 365;
const GB = 1e9;
/** Tables that grow less than this for each order are not named. */
const BYTES_WORTH_A_LINE = 20;

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const sum = (bytes: ReadonlyMap<string, number>): number => [...bytes.values()].reduce((all, each) => all + each, 0);

/** As Markdown: what each stage measured, the slope between the last two, and a year by that slope. */
export const toTable = (stages: readonly Stage[]): string => {
  const last = stages.at(-1)!;
  const before = stages.at(-2);
  const slopeOf = (of: (stage: Stage) => number): number =>
    before ? (of(last) - of(before)) / (last.orders - before.orders) : of(last) / last.orders;
  const lines = [
    row(['orders', ...stages.map(({ orders }) => orders), 'slope an order', 'a year']),
    row(['---', ...stages.map(() => '---'), '---', '---']),
    row(['events', ...stages.map(({ events }) => events), slopeOf(({ events }) => events).toFixed(1), '']),
  ];
  const bytes = (name: string, of: (stage: Stage) => number): void => {
    const slope = slopeOf(of);
    if (slope < BYTES_WORTH_A_LINE) return;
    const megabytes = stages.map((stage) => `${(of(stage) / 1e6).toFixed(1)} MB`);
    lines.push(row([name, ...megabytes, Math.round(slope), `${Math.round((slope * ORDERS_OF_A_YEAR) / GB)} GB`]));
  };
  for (const name of last.bytes.keys()) bytes(name, (stage) => stage.bytes.get(name) ?? 0);
  bytes('all tables', (stage) => sum(stage.bytes));
  for (const name of last.times.keys()) {
    lines.push(row([name, ...stages.map(({ times }) => `${times.get(name)!.toFixed(1)} ms`), '', '']));
  }
  lines.push(row(['start until ready', ...stages.map(({ start }) => `${start.toFixed(1)} s`), '', '']));
  lines.push(row(['index and tree after it', ...stages.map(({ indexed }) => `${indexed.toFixed(0)} s`), '', '']));
  lines.push(row(['made in', ...stages.map(({ made }) => `${made.toFixed(0)} s`), '', '']));
  lines.push(row(['resident memory', ...stages.map(({ memory }) => `${Math.round(memory / 2 ** 20)} MB`), '', '']));
  return lines.join('\n');
};
