import os from 'node:os';
import type { Figure, Goal } from './section.ts';
import { isMet, median, ratios } from './support/statistics.ts';

export interface SectionReport {
  readonly section: string;
  readonly figures: readonly Figure[];
}

/** The figures as a table for people: medians, and in brackets the lowest and the highest of the rounds. */
export const toTable = (reports: readonly SectionReport[]): string => {
  const head = ['section', 'figure', 'measured', 'beside it', 'ratio', 'goal', ''];
  const rows = reports.flatMap(({ section, figures }) => figures.map((figure) => toRow(section, figure)));
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) => cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
  return [machine(), '', line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
};

/** The same for programs. */
export const toJson = (reports: readonly SectionReport[]): object => ({
  machine: machine(),
  sections: Object.fromEntries(reports.map(({ section, figures }) => [section, figures.map(describe)])),
});

const describe = (figure: Figure): object => ({
  ...figure,
  median: median(figure.rounds),
  ...(figure.baseline && {
    baseline: { ...figure.baseline, median: median(figure.baseline.rounds) },
    ratio: { median: median(ratios(figure)), rounds: ratios(figure) },
  }),
  goals: (figure.goals ?? []).map((goal) => ({ ...goal, met: isMet(figure, goal) })),
});

const toRow = (section: string, figure: Figure): string[] => {
  const { name, unit, rounds, baseline, goals = [] } = figure;
  return [
    section,
    name,
    `${range(rounds)} ${unit}`,
    baseline ? `${baseline.name}: ${range(baseline.rounds)} ${unit}` : '',
    baseline ? range(ratios(figure)) : '',
    goals.map((goal) => describeGoal(goal, unit)).join(', '),
    goals.map((goal) => (isMet(figure, goal) ? 'met' : 'MISSED')).join(', '),
  ];
};

const describeGoal = ({ of, atLeast, below }: Goal, unit: string): string => {
  const bound = atLeast === undefined ? `below ${number(below!)}` : `at least ${number(atLeast)}`;
  return of === 'ratio' ? `${bound} times` : `${bound} ${unit}`;
};

const range = (values: readonly number[]): string => {
  const middle = number(median(values));
  return values.length < 2 ? middle : `${middle} (${number(Math.min(...values))}–${number(Math.max(...values))})`;
};

const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 }).replaceAll(',', ' ');

const machine = (): string =>
  `${os.cpus().length} x ${os.cpus()[0]?.model.trim()}, ${os.platform()}, Node ${process.versions.node}`;
