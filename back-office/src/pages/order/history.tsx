import { Timeline } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Happened } from '../../parts/happened.tsx';
import { usePoint } from '../../points.ts';
import { historyQuery } from './sheet.ts';

/** Who did what when: the order's events, each to be opened and proved. */
export const History = ({ orderId }: { readonly orderId: number }) => {
  const { id } = usePoint();
  const { data: events } = useSuspenseQuery(historyQuery(id, orderId));
  return (
    <Timeline active={events.length} bulletSize={14} lineWidth={2}>
      {events.map((event) => (
        <Timeline.Item key={event.event_id}>
          <Happened event={event} />
        </Timeline.Item>
      ))}
    </Timeline>
  );
};
