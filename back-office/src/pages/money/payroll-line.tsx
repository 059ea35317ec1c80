import { ActionIcon, Group, Text } from '@mantine/core';
import { IconCash, IconGift, IconReceipt, IconUserDollar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { dueOf } from './due.ts';
import { type PayrollRow, SALARY_KINDS } from './types.ts';

/** What can be done with a line of the payroll. */
export type PayrollAct = 'pay' | 'reward' | 'terms' | 'settle';

export const nameOf = ({ employee_name, employee_id }: PayrollRow): string => employee_name ?? `№ ${employee_id}`;

const ACTS = [
  { act: 'pay', Icon: IconCash, title: 'money.pay', label: 'money.payOf.employee' },
  { act: 'reward', Icon: IconGift, title: 'money.bonus', label: 'money.bonusOf' },
  { act: 'terms', Icon: IconUserDollar, title: 'money.terms', label: 'money.termsOf' },
  { act: 'settle', Icon: IconReceipt, title: 'money.settle', label: 'money.settleOf' },
] as const;

interface PayrollLineProps {
  readonly row: PayrollRow;
  /** What the person may do. */
  readonly can: Readonly<Record<PayrollAct, boolean>>;
  readonly onOpen: () => void;
  readonly onDo: (act: PayrollAct) => void;
}

/** What an employee earned and was paid at a point, and what is due. */
export const PayrollLine = ({ row, can, onOpen, onDo }: PayrollLineProps) => {
  const { t } = useTranslation();
  const { money, number, hours } = useFormats();
  const salary = SALARY_KINDS[(row.salary_type_id ?? 0) - 1] ?? 'none';
  return (
    <tr>
      <td>
        <LinkButton onClick={onOpen}>{nameOf(row)}</LinkButton>
        <Text size="sm" c="dimmed">
          {[row.position || row.role_name, t(`money.salaryType.${salary}`)].join(' · ')}
        </Text>
      </td>
      <td data-figure>
        {number(row.working_days)} · {hours(row.working_hours)}
      </td>
      <td data-figure>{money(row.salary_amount)}</td>
      <td data-figure>{money(row.motivation_amount)}</td>
      <td data-figure>{money(row.bonus_amount - row.fines_amount)}</td>
      <td data-figure>
        <b>{money(row.accrued_amount)}</b>
      </td>
      <td data-figure>{money(row.paid_amount)}</td>
      <td data-figure>
        {money(dueOf(row))}
        {row.balance_start !== null && row.balance_start !== 0 && (
          <Text size="sm" c="dimmed">
            {t('money.fromBefore', { amount: money(row.balance_start) })}
          </Text>
        )}
        {row.debt_from_wages !== 0 && (
          <Text size="sm" c="dimmed">
            {t('money.keptFromWages', { amount: money(row.debt_from_wages) })}
          </Text>
        )}
        {row.debt_end !== 0 && (
          <Text size="sm" c="dimmed">
            {t(row.debt_end < 0 ? 'money.owedTo' : 'money.owes', { amount: money(Math.abs(row.debt_end)) })}
          </Text>
        )}
      </td>
      <td>
        <Group gap={4} wrap="nowrap">
          {ACTS.filter(({ act }) => can[act] && (act !== 'settle' || row.debt_end !== 0)).map(
            ({ act, Icon, title, label }) => (
              <ActionIcon
                key={act}
                size={44}
                variant={act === 'pay' ? 'light' : 'subtle'}
                aria-label={t(label, { name: nameOf(row) })}
                title={t(title)}
                onClick={() => onDo(act)}
              >
                <Icon size={20} />
              </ActionIcon>
            ),
          )}
        </Group>
      </td>
    </tr>
  );
};
