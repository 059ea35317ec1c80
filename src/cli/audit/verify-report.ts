import type { LostKey } from '../../personal/lost-keys.ts';
import type { Difference, Verified } from '../../transparency/verify-log.ts';

export interface VerifyReport {
  readonly verified: Verified;
  /** Checkpoints that count for nothing, and why. */
  readonly refused: readonly string[];
  /** Where files have the beginning of a checkpoint alone: a program died while it wrote there. */
  readonly torn: readonly string[];
  readonly seconds: number;
  /** Events in the stored tree. */
  readonly treeSize: number;
  /** Persons whose keys are gone, though no erasure says so. */
  readonly lost: readonly LostKey[];
  /** Why checkpoints that were signed are not all there. */
  readonly missing: string | undefined;
}

/** One line for a difference, which names the first position that it is about. */
export const renderDifference = (difference: Difference): string => {
  switch (difference.kind) {
    case 'changed':
      return `position ${difference.position}: the event was changed`;
    case 'removed':
      return `position ${difference.position}: the event was removed`;
    case 'inserted':
      return `position ${difference.position}: the event was inserted`;
    case 'unreadable':
      return difference.position === undefined
        ? `after position ${difference.after}: an event can not be read: ${difference.reason}`
        : `position ${difference.position}: the event can not be read: ${difference.reason}`;
    case 'cut off': {
      const { position, after, events, size } = difference;
      const where = position === undefined ? `after position ${after}` : `position ${position}`;
      return `${where}: the log was cut off: it has ${events} events, and had ${size}`;
    }
    case 'checkpoint':
      return (
        `position ${difference.position}: the history was rewritten here, or up to position ${difference.upTo}: ` +
        `it does not lead to the checkpoint of ${difference.size} events`
      );
    case 'tree':
      return difference.what;
  }
};

/** So many persons are named. */
const MOST_NAMED = 20;

const renderLost = (lost: readonly LostKey[]): string[] => {
  const lines = lost
    .slice(0, MOST_NAMED)
    .map(
      ({ subject, position }) => `position ${position}: the key of person ${subject} is gone, and no erasure says so`,
    );
  const more = lost.length - lines.length;
  return more > 0 ? [...lines, `the keys of ${more} more persons are gone, and no erasure says so`] : lines;
};

/** The lines of the report, and whether all is as it was. */
export const renderVerified = (report: VerifyReport): { lines: string[]; isWhole: boolean } => {
  const { verified, refused, torn, seconds, treeSize, lost, missing } = report;
  const { events, root, checkpoints, differences } = verified;
  const perSecond = Math.round(events / Math.max(seconds, 0.001));
  const lines = [
    `${events} events in ${seconds.toFixed(1)} s, ${perSecond} a second`,
    `root ${root.toString('base64')}`,
    `${treeSize} events in the stored tree, ${checkpoints} checkpoints`,
    ...torn.map((where) => `TORN: ${where}: what begins there is no whole checkpoint, so it is not compared`),
    ...refused.map((reason) => `REFUSED: ${reason}`),
    ...[...differences.map(renderDifference), ...(missing ? [missing] : []), ...renderLost(lost)].map(
      (what) => `DIFFERS: ${what}`,
    ),
  ];
  const isWhole = differences.length === 0 && refused.length === 0 && lost.length === 0 && !missing;
  if (isWhole)
    lines.push(checkpoints > 0 ? 'the log is as it was signed' : 'the log fits its tree; nothing was signed yet');
  return { lines, isWhole };
};
