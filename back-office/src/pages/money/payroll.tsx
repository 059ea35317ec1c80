import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconCash, IconDownload, IconGift, IconScale } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { Nothing } from '../../parts/nothing.tsx';
import { useSaveTable } from '../../parts/save-table.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { payrollQuery, useIsNow } from '../../reading/money.ts';
import { useMay } from '../../session/session.ts';
import type { Money } from './asked.ts';
import { Bonus } from './bonus.tsx';
import classes from './money.module.css';
import { Pay, type Payee } from './pay.tsx';
import { PayrollDays } from './payroll-days.tsx';
import { Preview } from './preview.tsx';
import type { PayrollRow } from './types.ts';

/** What people earned and were paid; each sum leads to its days. */
export const Payroll = ({ money: { asked, search, set } }: { readonly money: Money }) => {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const may = useMay();
  const isNow = useIsNow();
  const saveTable = useSaveTable();
  const { data: rows } = useSuspenseQuery(payrollQuery(asked));
  const [payee, setPayee] = useState<Payee>();
  const [rewarded, setRewarded] = useState<PayrollRow>();
  const [isPreviewing, setPreviewing] = useState(false);
  const opened = rows.find(({ employee_id }) => employee_id === Number(search.employee));
  const nameOf = ({ employee_name, employee_id }: PayrollRow): string => employee_name ?? `№ ${employee_id}`;
  const dueOf = (row: PayrollRow): number => row.balance_end ?? row.accrued_amount - row.paid_amount;
  const query = { date_from: asked.from, date_to: asked.to, point_id: [asked.pointId] };
  const sum = (of: (row: PayrollRow) => number): string => money(rows.reduce((total, row) => total + of(row), 0));
  return (
    <>
      <Group gap="xs" className={classes.noPrint}>
        {may.reading('previewPayroll') && isNow && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconScale size={18} aria-hidden />}
            onClick={() => setPreviewing(true)}
          >
            {t('money.preview')}
          </Button>
        )}
        <Button
          size="md"
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() =>
            void saveTable(
              '/v1/reports/payroll',
              { ...query, ...(asked.at !== undefined && { as_of: asked.at }) },
              `payroll-${asked.from}-${asked.to}.csv`,
            )
          }
        >
          CSV
        </Button>
      </Group>
      {rows.length === 0 ? (
        <Nothing title={t('money.noPayroll')} what={t('money.noPayrollWhat')} />
      ) : (
        <WideTable
          label={t('money.tab.payroll')}
          heads={[
            t('money.employee'),
            { figure: t('money.daysAndHours') },
            { figure: t('money.salary') },
            { figure: t('money.motivation') },
            { figure: t('money.bonusAndFines') },
            { figure: t('money.accrued') },
            { figure: t('money.paid') },
            { figure: t('money.isDue') },
            t('sales.more'),
          ]}
        >
          {rows.map((row) => (
            <tr key={`${row.employee_id} ${row.point_id}`}>
              <td>
                <button type="button" className={classes.link} onClick={() => set({ employee: row.employee_id })}>
                  {nameOf(row)}
                </button>
                <Text size="sm" c="dimmed">
                  {row.position || row.role_name}
                </Text>
              </td>
              <td data-figure>
                {number(row.working_days)} · {number(row.working_hours)}
              </td>
              <td data-figure>{money(row.salary_amount)}</td>
              <td data-figure>{money(row.motivation_amount)}</td>
              <td data-figure>{money(row.bonus_amount - row.fines_amount)}</td>
              <td data-figure>
                <b>{money(row.accrued_amount)}</b>
              </td>
              <td data-figure>{money(row.paid_amount)}</td>
              <td data-figure>{money(dueOf(row))}</td>
              <td>
                {isNow && may.command('PaySalary') && may.command('GiveBonus') && (
                  <Group gap={4} wrap="nowrap">
                    <ActionIcon
                      size={40}
                      variant="light"
                      aria-label={t('money.payOf.employee', { name: nameOf(row) })}
                      title={t('money.pay')}
                      onClick={() =>
                        setPayee({ kind: 'employee', id: row.employee_id, name: nameOf(row), due: dueOf(row) })
                      }
                    >
                      <IconCash size={20} />
                    </ActionIcon>
                    <ActionIcon
                      size={40}
                      variant="subtle"
                      aria-label={t('money.bonusOf', { name: nameOf(row) })}
                      title={t('money.bonus')}
                      onClick={() => setRewarded(row)}
                    >
                      <IconGift size={20} />
                    </ActionIcon>
                  </Group>
                )}
              </td>
            </tr>
          ))}
          <tr>
            <td>
              <b>{t('sales.total')}</b>
            </td>
            <td data-figure>
              {number(Math.round(rows.reduce((total, row) => total + row.working_hours, 0) * 100) / 100)}
            </td>
            <td data-figure>{sum((row) => row.salary_amount)}</td>
            <td data-figure>{sum((row) => row.motivation_amount)}</td>
            <td data-figure>{sum((row) => row.bonus_amount - row.fines_amount)}</td>
            <td data-figure>
              <b>{sum((row) => row.accrued_amount)}</b>
            </td>
            <td data-figure>{sum((row) => row.paid_amount)}</td>
            <td data-figure>{sum(dueOf)}</td>
            <td />
          </tr>
        </WideTable>
      )}
      {opened && <PayrollDays row={opened} asked={asked} onClose={() => set({ employee: undefined })} />}
      {payee && <Pay payee={payee} onClose={() => setPayee(undefined)} />}
      {rewarded && <Bonus row={rewarded} onClose={() => setRewarded(undefined)} />}
      {isPreviewing && <Preview rows={rows} asked={asked} onClose={() => setPreviewing(false)} />}
    </>
  );
};
