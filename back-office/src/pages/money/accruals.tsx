import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandButton } from '../../parts/command-button.tsx';
import { useFormats } from '../../parts/formats.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { accrualsQuery, type MoneyAsked, useMoneyCommand } from '../../reading/money.ts';
import { CancelEntry } from './cancel-entry.tsx';

type Accrual = Answer<'listVenueAccruals'>['accruals'][number];

interface AccrualsProps {
  readonly employeeId: number;
  readonly asked: MoneyAsked;
}

/** Bonuses, fines and salary by hand, one by one, each with its reason. One that was a mistake is cancelled here. */
export const Accruals = ({ employeeId, asked }: AccrualsProps) => {
  const { t } = useTranslation();
  const { money, rate, day } = useFormats();
  const give = useMoneyCommand();
  const { data: accruals = [] } = useQuery(accrualsQuery(asked, employeeId));
  const [cancelled, setCancelled] = useState<Accrual>();
  if (accruals.length === 0) return null;
  const sumOf = ({ kind, amount, kpi_percent }: Accrual): string => {
    if (amount === null) return rate(kpi_percent ?? 0);
    return money(kind === 'fine' ? -amount : amount);
  };
  return (
    <>
      <Title order={3}>{t('money.byHand')}</Title>
      <WideTable
        label={t('money.byHand')}
        heads={[
          t('sales.day'),
          t('money.what'),
          t('order.reason'),
          { figure: t('pay.amount') },
          { acts: t('sales.more') },
        ]}
      >
        {accruals.map((one) => (
          <tr key={one.id}>
            <td data-short>{day(`${one.date} 00:00:00`)}</td>
            <td>{t(`money.accrualKind.${one.kind}`)}</td>
            <td>{one.note ?? ''}</td>
            <td data-figure data-sign={one.kind === 'fine' ? -1 : 1}>
              {sumOf(one)}
            </td>
            <td>
              <CommandButton command="CancelAccrual" isRed onClick={() => setCancelled(one)}>
                {t('money.cancel')}
              </CommandButton>
            </td>
          </tr>
        ))}
      </WideTable>
      {cancelled && (
        <CancelEntry
          title={t('money.cancelEntry')}
          ask={t('money.cancelAsk', { what: t(`money.accrualKind.${cancelled.kind}`), amount: sumOf(cancelled) })}
          onClose={() => setCancelled(undefined)}
          onSend={(why) => give('CancelAccrual', { accrual_id: cancelled.id, ...why })}
        />
      )}
    </>
  );
};
