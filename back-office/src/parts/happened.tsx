import { Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Prove } from '../proofs/prove.tsx';
import { actorName, useEventName } from './event-name.ts';
import { useFieldNames } from './field-name.ts';
import { useFormats } from './formats.ts';
import classes from './happened.module.css';

/** An event as auditors see it. */
export interface HappenedEvent {
  readonly event_id: string;
  readonly position: number;
  readonly type: string;
  readonly occurred_at: string;
  readonly recorded_at: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly data: Readonly<Record<string, unknown>>;
}

interface HappenedProps {
  readonly event: HappenedEvent;
  /** What it was about, beside who did it. */
  readonly about?: string;
  /** What one can do with the event, once it is opened. */
  readonly children?: ReactNode;
}

/** An event: who did what when. Opened, it shows what it holds, and can be proved. */
export const Happened = ({ event, about, children }: HappenedProps) => {
  const { t } = useTranslation();
  const { day, timeWithSeconds } = useFormats();
  const nameOf = useEventName();
  const [isOpen, setOpen] = useState(false);
  const { occurred_at, recorded_at, position, event_id, type, actor, data } = event;
  const wasLate = Date.parse(recorded_at) - Date.parse(occurred_at) > 60_000;
  return (
    <>
      <UnstyledButton className={classes.event} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Text fw={600}>
          {nameOf(type)}
          {about !== undefined && (
            <Text span c="dimmed" fw={400}>
              {' '}
              · {about}
            </Text>
          )}
        </Text>
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
          {children}
          <Prove event={{ id: event_id, position, type }} />
        </div>
      )}
    </>
  );
};

/** As events have them: 2026-11-28T02:57:13.420Z. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What an event holds, name by name. Texts of guests are shown as text, whatever they look like. */
const Values = ({ value }: { readonly value: unknown }) => {
  const { t } = useTranslation();
  const { day, timeWithSeconds } = useFormats();
  const { nameOf } = useFieldNames();
  if (value === null) return <span>–</span>;
  if (typeof value === 'boolean') return <span>{t(value ? 'sales.yes' : 'sales.no')}</span>;
  if (typeof value === 'string' && INSTANT.test(value)) {
    return <span title={value}>{`${day(value)}, ${timeWithSeconds(value)}`}</span>;
  }
  if (typeof value !== 'object') return <span>{String(value)}</span>;
  return (
    <dl className={classes.values}>
      {Object.entries(value).map(([name, each]) => (
        <div key={name}>
          <dt>{nameOf(name)}</dt>
          <dd>
            <Values value={each} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
