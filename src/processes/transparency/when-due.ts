/** One each so long, while there is something new. */
const EVERY_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/**
 * Whether a checkpoint is due: ten minutes after the latest one, and when a new day has begun in UTC. A clock that was set
 * back does not put it off.
 */
export const isDue = (now: Date, latest: { readonly signed_at: Date } | undefined): boolean => {
  if (!latest) return true;
  const { signed_at } = latest;
  return dayOf(now) !== dayOf(signed_at) || Math.abs(now.getTime() - signed_at.getTime()) >= EVERY_MS;
};
