import { Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { actorName, useEventName } from '../../parts/event-name.ts';
import { useFormats } from '../../parts/formats.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { useAt } from '../../place.ts';
import { usePoint } from '../../points.ts';
import { blameQuery } from './sheet.ts';

/** Each value of the order, and the event that made it what it is. */
export const Blame = ({ orderId }: { readonly orderId: number }) => {
  const { t } = useTranslation();
  const { day, time } = useFormats();
  const nameOf = useEventName();
  const { id } = usePoint();
  const { data: origins } = useSuspenseQuery(blameQuery(id, orderId, useAt()));
  return (
    <WideTable label={t('order.blame')} heads={[t('order.field'), t('order.value'), t('order.madeBy')]}>
      {origins.map(({ path, value, type, actor, occurred_at }) => (
        <tr key={path}>
          <td>{path}</td>
          <td>{shown(value)}</td>
          <td>
            {nameOf(type)}
            <Text size="sm" c="dimmed">
              {actorName(actor)}, {day(occurred_at)} {time(occurred_at)}
            </Text>
          </td>
        </tr>
      ))}
    </WideTable>
  );
};

/** A value as text. */
export const shown = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value);
