import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { RateField } from '../../parts/rate-field.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { useMoneyCommand } from '../../reading/money.ts';
import type { PayrollRow } from './types.ts';

/** Terms by which salary is accrued by hand: by the KPI that was reached, or in free form. */
const BY_KPI = 4;
const FREE = 5;

/** More than the terms say, or less: a bonus or a fine, with its reason; and salary, where the terms leave it to a person. */
export const Bonus = ({ row, onClose }: { readonly row: PayrollRow; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const give = useMoneyCommand();
  const [kind, setKind] = useState<'GiveBonus' | 'ImposeFine' | 'AccrueSalary'>('GiveBonus');
  const [amount, setAmount] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const minor = minorOf(amount, unit);
  const isByHand = row.salary_type_id === BY_KPI || row.salary_type_id === FREE;
  const isSalary = kind === 'AccrueSalary';
  const isKpi = isSalary && row.salary_type_id === BY_KPI;
  const whose = { employee_id: row.employee_id, point_id: row.point_id };
  const note = reason.trim();
  const send = () => {
    if (!isSalary) return give(kind, { ...whose, amount: minor!, reason: note });
    const what = isKpi ? { kpi_percent: Number(amount) } : { amount: minor! };
    return give('AccrueSalary', { ...whose, ...what, ...(note !== '' && { note }) });
  };
  return (
    <FormDialog
      title={t('money.bonusOf', { name: row.employee_name ?? `№ ${row.employee_id}` })}
      send={t('money.record')}
      isReady={minor !== undefined && minor > 0 && (isSalary || note !== '')}
      onClose={onClose}
      onSend={send}
      fields={['amount', 'reason', 'kpi_percent', 'note']}
    >
      {(refusalOf) => (
        <>
          <SegmentedControl
            size="md"
            fullWidth
            aria-label={t('money.bonus')}
            value={kind}
            onChange={(value) => setKind(value as typeof kind)}
            data={[
              { value: 'GiveBonus', label: t('money.aBonus') },
              { value: 'ImposeFine', label: t('money.aFine') },
              ...(isByHand ? [{ value: 'AccrueSalary', label: t('money.salary') }] : []),
            ]}
          />
          <RateField
            isPercent={isKpi}
            label={t(isKpi ? 'money.kpi' : 'pay.amount')}
            max={1_000}
            value={amount}
            onChange={setAmount}
            error={refusalOf(isKpi ? 'kpi_percent' : 'amount')}
            isFirst
          />
          <ReasonField value={reason} onChange={setReason} error={refusalOf(isSalary ? 'note' : 'reason')} />
        </>
      )}
    </FormDialog>
  );
};
