import { Button, Group, Select, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { Nothing } from '../../parts/nothing.tsx';
import { useSaveTable } from '../../parts/save-table.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { movementsQuery, useIsNow, useMoneyCommand } from '../../reading/money.ts';
import { useMay } from '../../session/session.ts';
import type { Money, MoneySearch } from './asked.ts';
import { CancelEntry } from './cancel-entry.tsx';

type Movement = NonNullable<Answer<'getMoneyMovementsReport'>['movements']>[number];

const SOURCES = ['cashbox', 'safe', 'cash', 'bank', 'accountable'] as const;
/** What a person may take back: what came of a shift or a cheque has its own command. */
const CANCELLED: readonly Movement['operation'][] = [
  'expense',
  'transfer',
  'client_payment',
  'correction',
  'other',
  'salary',
  'organization_payment',
  'supplier_payment',
  'prepayment',
  'prepayment_refund',
];
/** What came of the hand-over of a shift. */
const HANDED_OVER: readonly Movement['operation'][] = ['shift_revenue', 'shift_accept_diff'];
/** So many rows are drawn at first, and more with each click: thousands at once take a phone seconds. */
const STEP = 300;

/** What came and what went, one by one. */
export const Movements = ({ money: { asked, search, set } }: { readonly money: Money }) => {
  const { t } = useTranslation();
  const { money, day, time } = useFormats();
  const may = useMay();
  const isNow = useIsNow();
  const give = useMoneyCommand();
  const saveTable = useSaveTable();
  const filter = search.source === undefined ? {} : { source: [search.source] };
  const { data } = useSuspenseQuery(movementsQuery(asked, filter));
  const [cancelled, setCancelled] = useState<Movement>();
  const [shown, setShown] = useState(STEP);
  const movements = (data.movements ?? []).toReversed();
  const query = {
    date_from: asked.from,
    date_to: asked.to,
    point_id: [asked.pointId],
    ...filter,
    ...(asked.at !== undefined && { as_of: asked.at }),
  };
  return (
    <>
      <Group gap="xs">
        <Select
          size="md"
          w={250}
          aria-label={t('money.where')}
          data={[
            { value: 'all', label: t('money.everywhere') },
            ...SOURCES.map((value) => ({ value: value as string, label: t(`money.source.${value}`) })),
          ]}
          value={search.source ?? 'all'}
          onChange={(value) => set({ source: value === 'all' ? undefined : (value as MoneySearch['source']) })}
          allowDeselect={false}
        />
        <Button
          size="md"
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void saveTable('/v1/reports/money-movements', query, `money-${asked.from}-${asked.to}.csv`)}
        >
          CSV
        </Button>
        {data.totals.map(({ source, plus, minus }) => (
          <Text key={source} size="sm" c="dimmed">
            {t(`money.source.${source}`)}: +{money(plus)} {money(-minus)}
          </Text>
        ))}
      </Group>
      {movements.length === 0 ? (
        <Nothing title={t('money.noMovements')} what={t('money.noMovementsWhat')} />
      ) : (
        <WideTable
          label={t('money.tab.movements')}
          heads={[
            t('money.when'),
            t('money.what'),
            t('money.where'),
            { figure: t('pay.amount') },
            t('money.withWhom'),
            { acts: t('sales.more') },
          ]}
        >
          {movements.slice(0, shown).map((moved) => (
            <tr key={`${moved.register} ${moved.id}`}>
              <td>
                {day(`${moved.business_date} 00:00:00`)}
                <br />
                {moved.created_at !== null && time(moved.created_at)}
              </td>
              <td>
                {t(`money.operation.${moved.operation}`)}
                {(moved.payment_purpose_name ?? moved.payment_type_name) !== null && (
                  <Text size="sm" c="dimmed">
                    {moved.payment_purpose_name ?? moved.payment_type_name}
                  </Text>
                )}
              </td>
              <td>{moved.account_name ?? t(`money.source.${moved.source}`)}</td>
              <td data-figure data-sign={moved.direction === 'minus' ? -1 : 1}>
                {moved.direction === 'minus' ? money(-moved.amount) : `+${money(moved.amount)}`}
              </td>
              <td>
                {moved.party_kind !== null && <Text size="sm">{moved.party_name ?? `№ ${moved.party_id}`}</Text>}
                {moved.note ?? ''}
              </td>
              <td>
                {moved.shift_id !== null && HANDED_OVER.includes(moved.operation) && (
                  <LinkButton onClick={() => set({ tab: 'shifts', shift: moved.shift_id ?? undefined })}>
                    {t('money.zOf')}
                  </LinkButton>
                )}
                {isNow && may.command('CancelMovement') && CANCELLED.includes(moved.operation) && (
                  <Button size="sm" variant="subtle" c="var(--late)" onClick={() => setCancelled(moved)}>
                    {t('money.cancel')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </WideTable>
      )}
      {movements.length > shown && (
        <Group gap="xs">
          <Text c="dimmed">{t('sales.moreChanges', { count: shown })}</Text>
          <Button size="md" variant="default" onClick={() => setShown(shown + STEP)}>
            {t('shell.showMore')}
          </Button>
        </Group>
      )}
      {cancelled && (
        <CancelEntry
          title={t('money.cancelTitle')}
          ask={t('money.cancelAsk', {
            what: t(`money.operation.${cancelled.operation}`),
            amount: money(cancelled.amount),
          })}
          onClose={() => setCancelled(undefined)}
          onSend={(why) => give('CancelMovement', { movement_id: cancelled.id, ...why })}
        />
      )}
    </>
  );
};
