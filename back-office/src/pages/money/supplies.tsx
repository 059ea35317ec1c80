import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandButton } from '../../parts/command-button.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { Nothing } from '../../parts/nothing.tsx';
import { ErrorNote } from '../../parts/refusal-note.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { suppliesQuery, useMoneyCommand } from '../../reading/money.ts';
import { otherDay } from '../../time/clock.ts';
import { CancelEntry } from './cancel-entry.tsx';

type Supplied = Answer<'listVenueSupplies'>['supplies'][number];

const USUAL_DAYS = 30;

interface SuppliesProps {
  readonly supplier: { readonly supplier_id: number; readonly name: string };
  readonly pointId: string;
  /** The business day. */
  readonly today: string;
  readonly onClose: () => void;
}

/** What a supplier brought and took back, one by one. One that was a mistake is cancelled here. */
export const Supplies = ({ supplier: { supplier_id, name }, pointId, today, onClose }: SuppliesProps) => {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const give = useMoneyCommand();
  const [from, setFrom] = useState(() => otherDay(today, -USUAL_DAYS));
  const [to, setTo] = useState(today);
  const [cancelled, setCancelled] = useState<Supplied>();
  const { data: supplies, error } = useQuery(suppliesQuery({ pointId, from, to }, supplier_id));
  const signed = ({ kind, amount }: Supplied): string => money(kind === 'return' ? amount : -amount);
  const whatOf = ({ kind }: Supplied): string => t(kind === 'return' ? 'money.ReturnSupply' : 'money.RecordSupply');
  return (
    <Dialog onClose={onClose} size="lg" title={t('money.suppliesOf', { name })}>
      <Stack>
        <Group grow>
          <DateField label={t('period.from')} value={from} onChange={setFrom} />
          <DateField label={t('period.to')} value={to} onChange={setTo} />
        </Group>
        <ErrorNote error={error} />
        {supplies?.length === 0 && <Nothing title={t('money.noSupplies')} what={t('money.noSuppliesWhat')} />}
        {supplies && supplies.length > 0 && (
          <WideTable
            label={t('money.suppliesOf', { name })}
            heads={[
              t('sales.day'),
              t('money.what'),
              t('money.document'),
              { figure: t('pay.amount') },
              { acts: t('sales.more') },
            ]}
          >
            {supplies.map((one) => (
              <tr key={one.id}>
                <td data-short>{day(`${one.date} 00:00:00`)}</td>
                <td>{whatOf(one)}</td>
                <td>{one.document ?? ''}</td>
                <td data-figure data-sign={one.kind === 'return' ? 1 : -1}>
                  {signed(one)}
                </td>
                <td>
                  <CommandButton command="CancelSupply" isRed onClick={() => setCancelled(one)}>
                    {t('money.cancel')}
                  </CommandButton>
                </td>
              </tr>
            ))}
          </WideTable>
        )}
        {supplies && supplies.length >= 1_000 && <Text c="dimmed">{t('sales.moreChanges', { count: 1_000 })}</Text>}
      </Stack>
      {cancelled && (
        <CancelEntry
          title={t('money.cancelEntry')}
          ask={t('money.cancelAsk', { what: whatOf(cancelled), amount: money(cancelled.amount) })}
          onClose={() => setCancelled(undefined)}
          onSend={(why) => give('CancelSupply', { supply_id: cancelled.id, ...why })}
        />
      )}
    </Dialog>
  );
};
