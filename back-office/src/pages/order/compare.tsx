import { Group, Select, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actorName, useEventName } from '../../parts/event-name.ts';
import { useFieldNames } from '../../parts/field-name.ts';
import { useFormats } from '../../parts/formats.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { usePoint } from '../../points.ts';
import { isOwn, useShown } from './blame.tsx';
import { diffQuery, historyQuery } from './sheet.ts';

/** What differs between the order after one event and after another. */
export const Compare = ({ orderId }: { readonly orderId: number }) => {
  const { t } = useTranslation();
  const { day, timeWithSeconds } = useFormats();
  const nameOf = useEventName();
  const { pathOf } = useFieldNames();
  const shown = useShown();
  const { id } = usePoint();
  const { data: events } = useSuspenseQuery(historyQuery(id, orderId));
  const [from, setFrom] = useState(events[0]!.position);
  const [to, setTo] = useState(events.at(-1)!.position);
  const { data: all } = useQuery({ ...diffQuery(id, orderId, from, to), enabled: from < to });
  const changes = all?.filter(isOwn);
  const data = events.map(({ position, type, occurred_at }) => ({
    value: String(position),
    label: `${timeWithSeconds(occurred_at)} ${nameOf(type)} (${day(occurred_at)})`,
  }));
  return (
    <>
      <Group grow preventGrowOverflow={false} mb="md">
        <Select
          size="md"
          miw={220}
          label={t('order.compareFrom')}
          data={data}
          value={String(from)}
          onChange={(value) => value !== null && setFrom(Number(value))}
          allowDeselect={false}
        />
        <Select
          size="md"
          miw={220}
          label={t('order.compareTo')}
          data={data}
          value={String(to)}
          onChange={(value) => value !== null && setTo(Number(value))}
          allowDeselect={false}
        />
      </Group>
      {from >= to && <Text c="dimmed">{t('order.compareOrder')}</Text>}
      {changes?.length === 0 && <Text c="dimmed">{t('order.same')}</Text>}
      {changes && changes.length > 0 && (
        <WideTable
          label={t('order.compare')}
          heads={[t('order.field'), t('order.before'), t('order.after'), t('order.madeBy')]}
        >
          {changes.map(({ path, before, after, type, actor }) => (
            <tr key={path}>
              <td>{pathOf(path)}</td>
              <td>
                <del>{shown(path, before)}</del>
              </td>
              <td>
                <ins>{shown(path, after)}</ins>
              </td>
              <td>
                {nameOf(type)}
                <Text size="sm" c="dimmed">
                  {actorName(actor)}
                </Text>
              </td>
            </tr>
          ))}
        </WideTable>
      )}
    </>
  );
};
