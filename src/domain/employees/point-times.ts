/** An own point, and since when it was; ISO 8601 in UTC. */
export interface PointTime {
  readonly point_id: string | null;
  readonly since: string;
}

/** The own points that a day's transfers led to, ascending. The last of them is the one that the day left. */
export type PointTimes = readonly PointTime[];

/** Of one day. Of more transfers the earliest are forgotten. */
const MAX_TRANSFERS = 50;

/** With a transfer, whichever of them was told first. Of two at one instant, that which was told last counts. */
export const withTransfer = (times: PointTimes, transfer: PointTime): PointTimes => {
  const instant = Date.parse(transfer.since);
  const others = times.filter(({ since }) => Date.parse(since) !== instant);
  return [...others, transfer]
    .sort((one, other) => Date.parse(one.since) - Date.parse(other.since))
    .filter(({ point_id }, index, all) => point_id !== all[index - 1]?.point_id)
    .slice(-MAX_TRANSFERS);
};
