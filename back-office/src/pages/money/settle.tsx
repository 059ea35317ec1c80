import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { useMoneyCommand } from '../../reading/money.ts';
import { PlaceField, placeOf, usePlaces } from './place-field.tsx';
import type { PayrollRow } from './types.ts';

/** What an employee owes for cheques is kept from wages, or paid in money; or what is owed to the employee is given back. */
export const Settle = ({ row, onClose }: { readonly row: PayrollRow; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { unit, money } = useFormats();
  const give = useMoneyCommand();
  const places = usePlaces(true);
  const [from, setFrom] = useState<'wages' | 'money'>('wages');
  const [place, setPlace] = useState<string | null>(null);
  const [amount, setAmount] = useState<number | string>(Math.abs(row.debt_end) / unit);
  const minor = minorOf(amount, unit);
  const chosen = place ?? places[0]?.value;
  const send = () =>
    give('SettleEmployeeDebt', {
      employee_id: row.employee_id,
      point_id: row.point_id,
      amount: minor!,
      direction: row.debt_end < 0 ? 'minus' : 'plus',
      from: from === 'wages' ? 'wages' : placeOf(chosen!),
    } as never);
  return (
    <FormDialog
      title={t('money.settleOf', { name: row.employee_name ?? `№ ${row.employee_id}` })}
      send={t('money.record')}
      isReady={minor !== undefined && minor > 0 && (from === 'wages' || chosen !== undefined)}
      onClose={onClose}
      onSend={send}
      fields={['amount', 'from']}
    >
      {(refusalOf) => (
        <>
          <Text>{t(row.debt_end < 0 ? 'money.owedTo' : 'money.owes', { amount: money(Math.abs(row.debt_end)) })}</Text>
          <AmountField
            label={t('pay.amount')}
            value={amount}
            onChange={setAmount}
            error={refusalOf('amount')}
            isFirst
          />
          <SegmentedControl
            size="md"
            fullWidth
            aria-label={t('money.settle')}
            value={from}
            onChange={(value) => setFrom(value as typeof from)}
            data={[
              { value: 'wages', label: t(row.debt_end < 0 ? 'money.toWages' : 'money.fromWages') },
              { value: 'money', label: t('money.inMoney') },
            ]}
          />
          {from === 'money' && (
            <PlaceField label={t('money.where')} value={chosen ?? null} onChange={setPlace} withDrawer />
          )}
        </>
      )}
    </FormDialog>
  );
};
