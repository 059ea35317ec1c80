import { Text, Timeline, UnstyledButton } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { usePoint } from '../../points.ts';
import { Prove } from '../../proofs/prove.tsx';
import { actorName, useEventName } from './event-name.ts';
import classes from './order.module.css';
import { type HistoryEvent, historyQuery } from './sheet.ts';

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

const Happened = ({ event }: { readonly event: HistoryEvent }) => {
  const { t } = useTranslation();
  const { day, timeWithSeconds } = useFormats();
  const nameOf = useEventName();
  const [isOpen, setOpen] = useState(false);
  const { occurred_at, recorded_at, position, event_id, type, actor, data } = event;
  const wasLate = Date.parse(recorded_at) - Date.parse(occurred_at) > 60_000;
  return (
    <>
      <UnstyledButton className={classes.event} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Text fw={600}>{nameOf(type)}</Text>
        <Text size="sm" c="dimmed">
          {day(occurred_at)}, {timeWithSeconds(occurred_at)} · {actorName(actor)}
          {wasLate && ` · ${t('order.recordedLater', { time: timeWithSeconds(recorded_at), day: day(recorded_at) })}`}
        </Text>
      </UnstyledButton>
      {isOpen && (
        <div className={classes.details}>
          <Values value={data} />
          <Text size="sm" c="dimmed">
            {t('order.position', { position, type })}
          </Text>
          <Prove event={{ id: event_id, position, type }} />
        </div>
      )}
    </>
  );
};

/** What an event holds, name by name. Texts of guests are shown as text, whatever they look like. */
const Values = ({ value }: { readonly value: unknown }) => {
  if (value === null || typeof value !== 'object') return <span>{String(value)}</span>;
  return (
    <dl className={classes.values}>
      {Object.entries(value).map(([name, each]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Values value={each} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
