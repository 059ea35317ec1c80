import { Button, Group } from '@mantine/core';
import { IconDownload, IconScale, IconUserDollar } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { Nothing } from '../../parts/nothing.tsx';
import { useSaveTable } from '../../parts/save-table.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { payrollQuery, staffQuery, useIsNow } from '../../reading/money.ts';
import { useMay } from '../../session/session.ts';
import type { Money } from './asked.ts';
import { Bonus } from './bonus.tsx';
import { dueOf } from './due.ts';
import classes from './money.module.css';
import { Pay, type Payee } from './pay.tsx';
import { PayrollDays } from './payroll-days.tsx';
import { nameOf, type PayrollAct, PayrollLine } from './payroll-line.tsx';
import { Preview } from './preview.tsx';
import { Settle } from './settle.tsx';
import { Terms } from './terms.tsx';
import { type PayrollRow, SALARY_KINDS } from './types.ts';

type Doing =
  | { readonly kind: 'preview' }
  | { readonly kind: 'terms'; readonly row?: PayrollRow }
  | { readonly kind: Exclude<PayrollAct, 'terms'>; readonly row: PayrollRow };

const payeeOf = (row: PayrollRow, purpose: number | undefined): Payee => ({
  kind: 'employee',
  id: row.employee_id,
  name: nameOf(row),
  due: dueOf(row),
  purpose,
});

/** How an employee is paid; undefined: in no way yet. */
const kindOf = (rows: readonly PayrollRow[], id: number) =>
  SALARY_KINDS[(rows.find(({ employee_id }) => employee_id === id)?.salary_type_id ?? 0) - 1];

/** What people earned and were paid; each sum leads to its days. */
export const Payroll = ({ money: { asked, search, set, today } }: { readonly money: Money }) => {
  const { t } = useTranslation();
  const { money, hours } = useFormats();
  const may = useMay();
  const isNow = useIsNow();
  const saveTable = useSaveTable();
  const { data: rows } = useSuspenseQuery(payrollQuery(asked));
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  const can: Readonly<Record<PayrollAct, boolean>> = {
    pay: isNow && may.command('PaySalary'),
    reward: isNow && may.command('GiveBonus'),
    terms: isNow && may.command('SetSalaryTerms'),
    settle: isNow && may.command('SettleEmployeeDebt'),
  };
  const { data: staff = [] } = useQuery({
    ...staffQuery(asked.pointId),
    enabled: doing?.kind === 'terms' && may.reading('listVenueEmployees'),
  });
  const opened = rows.find(({ employee_id }) => employee_id === Number(search.employee));
  const people = new Map([
    ...rows.map((row) => [row.employee_id, nameOf(row)] as const),
    ...staff.map(({ id, name }) => [id, name ?? `№ ${id}`] as const),
  ]);
  // The last row that was paid says for what wages are paid here.
  const purpose = rows.flatMap(({ payments }) => payments).find(({ is_payout }) => is_payout)?.payment_purpose_id;
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
            onClick={() => setDoing({ kind: 'preview' })}
          >
            {t('money.preview')}
          </Button>
        )}
        {can.terms && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconUserDollar size={18} aria-hidden />}
            onClick={() => setDoing({ kind: 'terms' })}
          >
            {t('money.terms')}
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
            { acts: t('sales.more') },
          ]}
        >
          {rows.map((row) => (
            <PayrollLine
              key={`${row.employee_id} ${row.point_id}`}
              row={row}
              can={can}
              onOpen={() => set({ employee: row.employee_id })}
              onDo={(kind) => setDoing({ kind, row })}
            />
          ))}
          <tr>
            <td>
              <b>{t('sales.total')}</b>
            </td>
            <td data-figure>{hours(rows.reduce((total, row) => total + row.working_hours, 0))}</td>
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
      {doing?.kind === 'pay' && <Pay payee={payeeOf(doing.row, purpose)} onClose={close} />}
      {doing?.kind === 'reward' && <Bonus row={doing.row} onClose={close} />}
      {doing?.kind === 'settle' && <Settle row={doing.row} onClose={close} />}
      {doing?.kind === 'terms' && (
        <Terms
          people={[...people].map(([id, name]) => ({ id, name, paid: kindOf(rows, id) }))}
          chosen={doing.row?.employee_id}
          today={today}
          onClose={close}
        />
      )}
      {doing?.kind === 'preview' && <Preview rows={rows} asked={asked} onClose={close} />}
    </>
  );
};
