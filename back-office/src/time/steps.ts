import { auditor } from '../api.ts';
import { useAt } from '../place.ts';
import { usePoint } from '../points.ts';
import { addressOf } from './clock.ts';
import type { Moment } from './use-moment.ts';

/** From event to event, and from the time of events to what was known then. */
export const useSteps = ({ instant, isAsKnown, goTo, goToPosition }: Moment) => {
  const at = useAt();
  const { id } = usePoint();
  const step = async (direction: 'next' | 'previous'): Promise<void> => {
    const found = await auditor.points.step(id, { from: at ?? addressOf(instant), direction });
    if (!found) return;
    if (isAsKnown) goToPosition(found.position);
    else goTo(Date.parse(found.occurred_at));
  };
  /** The same instant, but as it was known then. */
  const asKnown = async (): Promise<void> => goToPosition(await auditor.points.known(id, addressOf(instant)));
  return { step, asKnown };
};
