/** Less than this is the way of an answer, and its whole seconds. */
const LEAST_MS = 30_000;

/** By how much the server's clock is ahead of the device's. */
let ahead = 0;

/** Takes the time that an answer of the server says. */
export const hearServerTime = ({ headers }: Pick<Response, 'headers'>): void => {
  const said = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(said)) return;
  const difference = said - Date.now();
  ahead = Math.abs(difference) < LEAST_MS ? 0 : difference;
};

/** Now, by the server's clock: that of a tablet in a kitchen may be wrong by hours, and ages and late orders with it. */
export const serverNow = (): number => Date.now() + ahead;
