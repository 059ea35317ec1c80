import { Alert, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { type MoneyAsked, payrollDaysQuery, useIsNow } from '../../reading/money.ts';
import { useMay } from '../../session/session.ts';
import { Accruals } from './accruals.tsx';
import type { PayrollRow } from './types.ts';

interface PayrollDaysProps {
  readonly row: PayrollRow;
  readonly asked: MoneyAsked;
  readonly onClose: () => void;
}

/** The days behind an employee's sums. The page adds them up itself, and says whether they come to the row. */
export const PayrollDays = ({ row, asked, onClose }: PayrollDaysProps) => {
  const { t } = useTranslation();
  const { money, hours, day } = useFormats();
  const may = useMay();
  const isNow = useIsNow();
  const { data: days, error } = useQuery(payrollDaysQuery(asked, row.employee_id));
  const here = days?.filter(({ point_id }) => point_id === row.point_id) ?? [];
  const accrued = here.reduce((sum, one) => sum + one.accrued_amount, 0);
  const paid = here.reduce((sum, one) => sum + one.paid_amount, 0);
  const kept = here.reduce((sum, one) => sum + one.debt_from_wages, 0);
  const isSame = accrued === row.accrued_amount && paid === row.paid_amount && kept === row.debt_from_wages;
  return (
    <Dialog onClose={onClose} size="xl" title={row.employee_name ?? `№ ${row.employee_id}`}>
      <Stack>
        {error && <Alert color="orange">{wordsOf(error)}</Alert>}
        {!days && !error && <Loader mx="auto" />}
        {days && (
          <Alert
            color={isSame ? 'sea' : 'red'}
            icon={isSame ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
            role={isSame ? 'status' : 'alert'}
          >
            {t(isSame ? 'money.daysAddUp' : 'money.daysAddUpNot', {
              count: here.length,
              accrued: money(accrued),
              paid: money(paid),
            })}
          </Alert>
        )}
        {days && (
          <WideTable
            label={t('money.daysBehind')}
            heads={[
              t('sales.day'),
              { figure: t('money.hours') },
              { figure: t('money.sold') },
              { figure: t('money.salary') },
              { figure: t('money.motivation') },
              { figure: t('money.bonusAndFines') },
              { figure: t('money.accrued') },
              { figure: t('money.paid') },
            ]}
          >
            {here.map((one) => (
              <tr key={one.date}>
                <td data-short>{day(`${one.date} 00:00:00`)}</td>
                <td data-figure>{hours(one.working_hours)}</td>
                <td data-figure>{money(one.sales)}</td>
                <td data-figure>{money(one.salary_amount)}</td>
                <td data-figure>
                  {money(one.motivation_amount)}
                  {one.motivation_programs.map(({ motivation_id, name, amount }) => (
                    <Text key={motivation_id} size="sm" c="dimmed">
                      {name}: {money(amount)}
                    </Text>
                  ))}
                </td>
                <td data-figure>{money(one.bonus_amount - one.fines_amount)}</td>
                <td data-figure>
                  <b>{money(one.accrued_amount)}</b>
                </td>
                <td data-figure>
                  {money(one.paid_amount)}
                  {one.debt_from_wages !== 0 && (
                    <Text size="sm" c="dimmed">
                      {t('money.keptFromWages', { amount: money(one.debt_from_wages) })}
                    </Text>
                  )}
                </td>
              </tr>
            ))}
          </WideTable>
        )}
        {isNow && may.reading('listVenueAccruals') && <Accruals employeeId={row.employee_id} asked={asked} />}
      </Stack>
    </Dialog>
  );
};
