import { Button, Group } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { Paper, PaperRow, PaperRule } from '../../parts/paper.tsx';
import type { MoneyAsked } from '../../reading/money.ts';
import { AfterClosing } from './after-closing.tsx';
import classes from './money.module.css';
import { movementName } from './movement-name.ts';
import type { Shift } from './types.ts';

interface ZReportProps {
  readonly shift: Shift;
  readonly asked: MoneyAsked;
  readonly onBack: () => void;
  /** What can be done with the shift. */
  readonly children: ReactNode;
}

/** The report of a till shift, as it is printed at its end: on a receipt printer, or any other. */
export const ZReport = ({ shift, asked, onBack, children }: ZReportProps) => {
  const { t } = useTranslation();
  const { money, number, day, time, currency } = useFormats();
  const sum = (label: string, amount: number | null, isStrong = false) => (
    <PaperRow label={label} value={amount === null ? '–' : money(amount)} isStrong={isStrong} />
  );
  const named = (rows: readonly { payment_type_name: string | null; amount: number }[]) =>
    rows.map(({ payment_type_name, amount }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two types may have one name
      <PaperRow key={index} label={payment_type_name ?? t('sales.nothing')} value={money(amount)} />
    ));
  return (
    <>
      <Group gap="xs" className={classes.noPrint}>
        <Button size="md" variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onBack}>
          {t('money.allShifts')}
        </Button>
        <Button size="md" variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
          {t('shell.print')}
        </Button>
        {children}
      </Group>
      <Paper label={t('money.z', { number: shift.shift_number })}>
        <h2>{t(shift.is_open ? 'money.x' : 'money.z', { number: shift.shift_number })}</h2>
        <p>{shift.point_name}</p>
        <p>
          {shift.opened_at !== null && `${day(shift.opened_at)} ${time(shift.opened_at)}`}
          {shift.closed_at !== null && ` – ${day(shift.closed_at)} ${time(shift.closed_at)}`}
        </p>
        {shift.cashier_name && <p>{t('money.cashierIs', { name: shift.cashier_name })}</p>}
        <PaperRule />
        <PaperRow label={t('money.cheques')} value={number(shift.cheques_count)} />
        {sum(t('order.goods'), shift.goods_amount)}
        {shift.discount > 0 && sum(t('order.discount'), -shift.discount)}
        {shift.service_amount > 0 && sum(t('order.service'), shift.service_amount)}
        {shift.delivery_amount > 0 && sum(t('order.delivery'), shift.delivery_amount)}
        {sum(`${t('money.revenue')}, ${currency}`, shift.revenue, true)}
        {shift.sales.length > 0 && <PaperRule title={t('money.paidBy')} />}
        {named(shift.sales)}
        {shift.deposits.length > 0 && <PaperRule title={t('money.deposits')} />}
        {named(shift.deposits)}
        {shift.returns.length > 0 && <PaperRule title={t('money.returns')} />}
        {named(shift.returns)}
        {shift.movements.length > 0 && <PaperRule title={t('money.tab.movements')} />}
        {shift.movements.map((moved, index) => (
          <PaperRow
            // biome-ignore lint/suspicious/noArrayIndexKey: two movements may look the same
            key={index}
            label={movementName(moved, (operation) => t(`money.operation.${operation}`))}
            value={money(moved.direction === 'minus' ? -moved.amount : moved.amount)}
          />
        ))}
        {shift.deleted_cheques_count + shift.deleted_items_count > 0 && <PaperRule title={t('money.deleted')} />}
        {shift.deleted_cheques_count > 0 &&
          sum(t('money.deletedCheques', { count: shift.deleted_cheques_count }), shift.deleted_cheques_amount)}
        {shift.deleted_items_count > 0 &&
          sum(t('money.deletedItems', { count: shift.deleted_items_count }), shift.deleted_items_amount)}
        <PaperRule title={t('money.drawer')} />
        {sum(t('money.opening'), shift.opening_cash)}
        {sum(t('money.expected'), shift.cash_balance, true)}
        {!shift.is_open && sum(t('money.counted'), shift.counted_cash)}
        {!shift.is_open && sum(t('money.difference'), shift.cash_difference)}
        {!shift.is_open && sum(t('money.left'), shift.left_cash)}
        <AfterClosing shift={shift} asked={asked} />
        {shift.is_accepted && (
          <p>
            {shift.accepted_by_name ? t('money.acceptedBy', { name: shift.accepted_by_name }) : t('money.accepted')}
          </p>
        )}
        <PaperRule />
        <p>{t('money.signature')}</p>
      </Paper>
    </>
  );
};
