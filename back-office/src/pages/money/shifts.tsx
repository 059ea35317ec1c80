import { Badge, Button, Group, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { Nothing } from '../../parts/nothing.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { shiftsQuery, useIsNow } from '../../reading/money.ts';
import { useMay } from '../../session/session.ts';
import { Accept } from './accept.tsx';
import type { Money } from './asked.ts';
import { CloseShift } from './close-shift.tsx';
import type { Shift } from './types.ts';
import { ZReport } from './z-report.tsx';

/** The till shifts of the days: what should have been in the drawer, what was counted, and what was handed over. */
export const Shifts = ({ money: { asked, search, set } }: { readonly money: Money }) => {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const may = useMay();
  const isNow = useIsNow();
  const { data: shifts } = useSuspenseQuery(shiftsQuery(asked));
  const [accepted, setAccepted] = useState<Shift>();
  const [closing, setClosing] = useState<Shift>();
  const shown = shifts.find(({ shift_id }) => shift_id === Number(search.shift));
  const canAccept = (shift: Shift): boolean =>
    isNow &&
    may.command('AcceptShift') &&
    may.reading('getMoneyAccountsReport') &&
    !shift.is_open &&
    !shift.is_accepted;
  const canClose = (shift: Shift): boolean => isNow && may.command('CloseShift') && shift.is_open;
  const dialog = accepted ? (
    <Accept shift={accepted} onClose={() => setAccepted(undefined)} />
  ) : (
    closing && <CloseShift shift={closing} onClose={() => setClosing(undefined)} />
  );
  if (shown) {
    return (
      <>
        <ZReport shift={shown} asked={asked} onBack={() => set({ shift: undefined })}>
          {canClose(shown) && (
            <Button size="md" onClick={() => setClosing(shown)}>
              {t('money.close')}
            </Button>
          )}
          {canAccept(shown) && (
            <Button size="md" onClick={() => setAccepted(shown)}>
              {t('money.accept')}
            </Button>
          )}
        </ZReport>
        {dialog}
      </>
    );
  }
  if (shifts.length === 0) return <Nothing title={t('money.noShifts')} what={t('money.noShiftsWhat')} />;
  return (
    <>
      <WideTable
        label={t('money.tab.shifts')}
        heads={[
          t('money.shift'),
          t('money.cashier'),
          { figure: t('money.revenue') },
          { figure: t('money.expected') },
          { figure: t('money.counted') },
          { figure: t('money.difference') },
          t('money.state'),
        ]}
      >
        {shifts.toReversed().map((shift) => (
          <tr key={shift.shift_id}>
            <td>
              <LinkButton onClick={() => set({ shift: shift.shift_id })}>
                {t('money.shiftOf', { number: shift.shift_number, day: day(`${shift.business_date} 00:00:00`) })}
              </LinkButton>
            </td>
            <td>{shift.cashier_name ?? '–'}</td>
            <td data-figure>{money(shift.revenue)}</td>
            <td data-figure>{money(shift.cash_balance)}</td>
            <td data-figure>{shift.counted_cash === null ? '–' : money(shift.counted_cash)}</td>
            <td data-figure data-sign={Math.sign(shift.cash_difference ?? 0)}>
              {shift.cash_difference === null ? '–' : money(shift.cash_difference)}
            </td>
            <td>
              <Group gap="xs" wrap="nowrap">
                <ShiftState shift={shift} />
                {canAccept(shift) && (
                  <Button size="sm" variant="light" onClick={() => setAccepted(shift)}>
                    {t('money.accept')}
                  </Button>
                )}
              </Group>
            </td>
          </tr>
        ))}
      </WideTable>
      <Text size="sm" c="dimmed">
        {t('money.shiftsSum', {
          count: shifts.length,
          revenue: money(shifts.reduce((sum, { revenue }) => sum + revenue, 0)),
        })}
      </Text>
      {dialog}
    </>
  );
};

const ShiftState = ({ shift: { is_open, is_accepted, accepted_by_name } }: { readonly shift: Shift }) => {
  const { t } = useTranslation();
  if (is_open)
    return (
      <Badge size="lg" variant="light">
        {t('money.open')}
      </Badge>
    );
  if (!is_accepted)
    return (
      <Badge size="lg" variant="light" color="orange">
        {t('money.toAccept')}
      </Badge>
    );
  return (
    <Text size="sm">{accepted_by_name ? t('money.acceptedBy', { name: accepted_by_name }) : t('money.accepted')}</Text>
  );
};
