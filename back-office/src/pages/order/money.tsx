import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { Panel } from '../../parts/panel.tsx';
import { discountsOf } from './discounts.ts';
import classes from './order.module.css';
import type { Sheet } from './sheet.ts';

/** What it costs, what was paid and how, what was given back. */
export const Money = ({ sheet }: { readonly sheet: Sheet }) => {
  const { t } = useTranslation();
  const { money, currency, rate, day, time } = useFormats();
  const goods = sheet.items.reduce((sum, { total, modifiers }) => sum + total + sumOf(modifiers), 0);
  const discounts = discountsOf(sheet);
  const when = (at: string | null): string => (at === null ? '' : `${day(at)}, ${time(at)}`);
  /** What each discount was, if there were several; why, who gave it, and when. */
  const given = discounts.map(({ at, by, reason, discount_percent: percent, discount: amount }) =>
    [discounts.length > 1 && (percent === null ? money(amount) : rate(percent)), reason, by.name, when(at)]
      .filter(Boolean)
      .join(' · '),
  );
  const discount = sheet.discount_percent
    ? t('order.discountPercent', { percent: rate(sheet.discount_percent) })
    : t('order.discount');
  return (
    <Panel label={t('order.money')}>
      <dl className={classes.sums}>
        <Row name={t('order.goods')} value={money(goods)} />
        {(sheet.discount > 0 || given.length > 0) && (
          <Row name={discount} note={given.length > 0 ? given : sheet.discount_reason} value={money(-sheet.discount)} />
        )}
        {sheet.total_amount_service > 0 && <Row name={t('order.service')} value={money(sheet.total_amount_service)} />}
        {sheet.delivery_price > 0 && <Row name={t('order.delivery')} value={money(sheet.delivery_price)} />}
        <Row name={t('order.total', { currency })} value={money(sheet.total_amount)} isTotal />
        {sheet.deposit && <Row name={t('order.deposit')} value={money(sheet.deposit.amount)} />}
        {sheet.payments?.map(({ payment_type_id, payment_type_name, amount, is_deposit }) => (
          <Row
            key={`${payment_type_id}${is_deposit ? 'd' : ''}`}
            name={payment_type_name}
            note={is_deposit ? t('order.deposit') : undefined}
            value={money(amount)}
          />
        ))}
        {sheet.provider_payments?.map(({ provider_payment_id, amount, refund_due }) => (
          <Row
            key={provider_payment_id}
            name={t('order.paidOnline')}
            note={[provider_payment_id, refund_due > 0 && t('order.refundDue', { amount: money(refund_due) })]}
            value={money(amount)}
          />
        ))}
        {sheet.returns?.map(({ return_id, document_number, created_at, refunded_amount, by }) => (
          <Row
            key={return_id}
            name={t('order.return', { number: document_number })}
            note={[by?.name, when(created_at)].filter(Boolean).join(' · ')}
            value={money(-refunded_amount)}
          />
        ))}
      </dl>
    </Panel>
  );
};

const sumOf = (parts: readonly { readonly total: number }[]): number =>
  parts.reduce((sum, { total }) => sum + total, 0);

interface RowProps {
  readonly name: string;
  readonly value: string;
  readonly note?: string | readonly (string | false)[] | null | undefined;
  readonly isTotal?: boolean;
}

const Row = ({ name, value, note, isTotal }: RowProps) => (
  <div data-total={isTotal || undefined}>
    <dt>
      {name}
      {[note ?? []].flat().map((line) => line && <small key={line}>{line}</small>)}
    </dt>
    <dd>{value}</dd>
  </div>
);
