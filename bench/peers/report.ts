import { median } from '../support/statistics.ts';
import type { Measured, Turn } from './measure.ts';

const HEAD = [
  'connections',
  'who',
  'orders /s',
  'of Tillstream',
  'p50 ms',
  'p99 ms',
  'app ms/order',
  'Postgres ms/order',
];

export interface Run {
  readonly machine: string;
  readonly day: string;
  readonly rounds: number;
  readonly quick: boolean;
  /** How many processes wanted the processors in the minute before. */
  readonly loadBefore: number | undefined;
}

/** When the table was measured and how, for the page that shows it. */
export const describeRun = ({ machine, day, rounds, quick, loadBefore = Number.NaN }: Run): string =>
  [
    `Measured ${day}: ${machine}; ${rounds === 1 ? '1 round' : `${rounds} rounds`} of`,
    `${quick ? 'few orders (--quick)' : 'full length'}; load of the machine before: ${loadBefore.toFixed(1)}.`,
  ].join(' ');

/** One row for each contestant and number of connections: medians, and of the rate the lowest and the highest. */
export const toTable = (measured: readonly Measured[]): string => {
  const rows = measured.map(({ name, connections, rounds }) => {
    const of = (key: keyof Turn) => rounds.map((turn) => turn[key]);
    const ours = measured.find((each) => each.name === 'tillstream' && each.connections === connections);
    // Each round's own ratio: a moment in which the machine was slow weighs on both.
    const ratios = ours?.rounds.map((turn, round) => rounds[round]!.perSecond / turn.perSecond);
    const rate = of('perSecond').map(Math.round);
    return [
      ...[`${connections}`, name, `${Math.round(median(rate))} (${Math.min(...rate)}–${Math.max(...rate)})`],
      ratios ? median(ratios).toFixed(2) : '',
      ...[median(of('p50')).toFixed(1), median(of('p99')).toFixed(1)],
      ...[median(of('appTime')).toFixed(2), median(of('postgresTime')).toFixed(2)],
    ];
  });
  const lines = [HEAD, HEAD.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};
