import { Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { actorName, useEventName } from '../../parts/event-name.ts';
import { useFieldNames } from '../../parts/field-name.ts';
import { useFormats } from '../../parts/formats.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { useAt } from '../../place.ts';
import { usePoint } from '../../points.ts';
import { blameQuery, type Sheet } from './sheet.ts';

/** Each value of the order, and the event that made it what it is. */
export const Blame = ({ orderId }: { readonly orderId: number }) => {
  const { t } = useTranslation();
  const { day, time } = useFormats();
  const nameOf = useEventName();
  const { pathOf } = useFieldNames();
  const shown = useShown();
  const { id } = usePoint();
  const { data: origins } = useSuspenseQuery(blameQuery(id, orderId, useAt()));
  return (
    <WideTable label={t('order.blame')} heads={[t('order.field'), t('order.value'), t('order.madeBy')]}>
      {origins.filter(isOwn).map(({ path, value, type, actor, occurred_at }) => (
        <tr key={path}>
          <td>{pathOf(path)}</td>
          <td>{shown(path, value)}</td>
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

/** The status is shown in the page's own words: those that the server has for it are no field of the order. */
export const isOwn = ({ path }: { readonly path: string }): boolean => path !== '/status_name';

const OF_MONEY = /\/(price|total|total_amount|total_amount_service|delivery_price|discount)$/;
const OF_TIME = /_at$/;

/** A value of an order as text: money, times and states as the pages write them. */
export const useShown = () => {
  const { t } = useTranslation();
  const { money, day, time } = useFormats();
  return (path: string, value: unknown): string => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '–';
    if (typeof value === 'number' && OF_MONEY.test(path)) return money(value);
    if (typeof value === 'string' && OF_TIME.test(path)) return `${day(value)} ${time(value)}`;
    if (path === '/status') return t(`status.${value as Sheet['status']}`);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
};
