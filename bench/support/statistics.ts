import type { Figure, Goal } from '../section.ts';

export const median = (values: readonly number[]): number => percentile(values, 50);

/** The value that `percent` of 100 values do not exceed; between two of them, in proportion. NaN for none. */
export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const place = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
};

/** Each round's figure over its own baseline: a moment in which the machine was slow weighs on both. */
export const ratios = ({ rounds, baseline }: Figure): number[] =>
  baseline ? rounds.map((value, round) => value / baseline.rounds[round]!) : [];

/** Whether the figure meets this goal of its. */
export const isMet = (figure: Figure, goal: Goal): boolean => {
  const { of, atLeast = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = goal;
  const value = median(of === 'ratio' ? ratios(figure) : figure.rounds);
  return value >= atLeast && value < below;
};
