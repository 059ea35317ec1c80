import { SegmentedControl, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { usePoint } from '../../points.ts';
import { useMoneyCommand } from '../../reading/money.ts';
import { SALARY_KINDS, type SalaryKind } from './types.ts';

type Kind = SalaryKind | 'none';

interface TermsProps {
  /** Whose terms they may be, and how they are paid now. */
  readonly people: readonly { readonly id: number; readonly name: string; readonly paid?: SalaryKind | undefined }[];
  readonly chosen: number | undefined;
  readonly today: string;
  readonly onClose: () => void;
}

/** How an employee is paid at the point from a day on; or what was due to the employee when the balance began. */
export const Terms = ({ people, chosen, today, onClose }: TermsProps) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const { id: point_id } = usePoint();
  const give = useMoneyCommand();
  const [what, setWhat] = useState<'terms' | 'balance'>('terms');
  const [employee, setEmployee] = useState<string | null>(chosen === undefined ? null : String(chosen));
  const paidOf = (id: string | null): Kind => people.find((one) => String(one.id) === id)?.paid ?? 'hourly';
  const [chosenKind, setKind] = useState<Kind>();
  const kind = chosenKind ?? paidOf(employee);
  const [amount, setAmount] = useState<number | string>('');
  const [day, setDay] = useState(today);
  const minor = minorOf(amount, unit);
  const isBalance = what === 'balance';
  const hasRate = isBalance || (kind !== 'free' && kind !== 'none');
  const send = () => {
    const whose = { employee_id: Number(employee), point_id };
    if (isBalance) return give('OpenSalaryBalance', { ...whose, amount: minor!, date: day });
    const salary_type_id = kind === 'none' ? null : ((SALARY_KINDS.indexOf(kind) + 1) as 1 | 2 | 3 | 4 | 5);
    return give('SetSalaryTerms', { ...whose, salary_type_id, from: day, ...(hasRate && { rate: minor! }) });
  };
  return (
    <FormDialog
      title={t('money.terms')}
      send={t('shell.save')}
      isReady={employee !== null && (!hasRate || minor !== undefined)}
      onClose={onClose}
      onSend={send}
      fields={['employee_id', 'rate', 'from', 'amount', 'date']}
    >
      {(refusalOf) => (
        <>
          <SegmentedControl
            size="md"
            fullWidth
            aria-label={t('money.terms')}
            value={what}
            onChange={(value) => setWhat(value as typeof what)}
            data={[
              { value: 'terms', label: t('money.howPaid') },
              { value: 'balance', label: t('money.startBalance') },
            ]}
          />
          <Select
            size="md"
            label={t('money.employee')}
            data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={employee}
            onChange={setEmployee}
            error={refusalOf('employee_id')}
            searchable
            allowDeselect={false}
          />
          {isBalance ? (
            <Text c="dimmed">{t('money.startBalanceWhat')}</Text>
          ) : (
            <Select
              size="md"
              label={t('money.howPaid')}
              data={[...SALARY_KINDS, 'none' as const].map((value) => ({
                value,
                label: t(`money.salaryType.${value}`),
              }))}
              value={kind}
              onChange={(value) => value !== null && setKind(value as Kind)}
              allowDeselect={false}
            />
          )}
          {hasRate && (
            <AmountField
              label={t(isBalance ? 'money.isDue' : `money.rate.${kind as Exclude<SalaryKind, 'free'>}`)}
              value={amount}
              onChange={setAmount}
              error={refusalOf(isBalance ? 'amount' : 'rate')}
              isSigned={isBalance}
            />
          )}
          <DateField
            label={t('money.fromDay')}
            value={day}
            onChange={setDay}
            error={refusalOf(isBalance ? 'date' : 'from')}
          />
        </>
      )}
    </FormDialog>
  );
};
