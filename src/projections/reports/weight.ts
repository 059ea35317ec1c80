/** Whether a report takes long enough to make others wait. */
export type Weight = 'light' | 'heavy';

const DAY_MS = 86_400_000;
/** An export has no more. */
const LIGHT_DAYS = 31;

/** The weight of a report that reads every record of a period, both days included. */
export const weightOfPeriod = ({
  date_from,
  date_to,
}: {
  readonly date_from: string;
  readonly date_to: string;
}): Weight => ((Date.parse(date_to) - Date.parse(date_from)) / DAY_MS >= LIGHT_DAYS ? 'heavy' : 'light');
