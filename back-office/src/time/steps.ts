import { useRef } from 'react';
import { auditor } from '../api.ts';
import { useAt } from '../place.ts';
import { usePoint } from '../points.ts';
import { addressOf } from './clock.ts';
import type { Moment } from './use-moment.ts';

/** From event to event, and from the time of events to what was known then. */
export const useSteps = ({ instant, isAsKnown, goTo, goToPosition }: Moment) => {
  const at = useAt();
  const { id } = usePoint();
  const known = useRef<{ readonly position: number; readonly instant: number }>(undefined);
  const step = async (direction: 'next' | 'previous'): Promise<void> => {
    const found = await auditor.points.step(id, { from: at ?? addressOf(instant), direction });
    if (!found) return;
    if (isAsKnown) goToPosition(found.position);
    else goTo(Date.parse(found.occurred_at));
  };
  /** The same instant, but as it was known then. */
  const asKnown = async (): Promise<void> => {
    const position = await auditor.points.known(id, addressOf(instant));
    known.current = { position, instant };
    goToPosition(position);
  };
  /** And back: the last event that was known is earlier than the instant that was asked for. */
  const asHappened = (): void => goTo(known.current?.position === Number(at) ? known.current.instant : instant);
  return { step, asKnown, asHappened };
};
