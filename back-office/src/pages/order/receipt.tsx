import { Button, Group } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { Paper, PaperRow, PaperRule } from '../../parts/paper.tsx';
import { usePoint } from '../../points.ts';
import { perUnit } from '../../reading/order-facts.ts';
import classes from './order.module.css';
import type { Sheet } from './sheet.ts';

/** The guest's slip: what was eaten, and how it was paid; before that, the bill. */
export const Receipt = ({ sheet, onBack }: { readonly sheet: Sheet; readonly onBack: () => void }) => {
  const { t } = useTranslation();
  const { money, number, day, time, currency } = useFormats();
  const point = usePoint();
  const isClosed = sheet.status === 'CLOSED';
  const title =
    sheet.cheque_number != null
      ? t('order.cheque', { number: sheet.cheque_number })
      : t('order.card', { number: sheet.order_id });
  const when = sheet.created_at;
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <Group gap="xs" className={classes.noPrint}>
        <Button size="md" variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onBack}>
          {t('order.card', { number: sheet.order_id })}
        </Button>
        <Button size="md" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
          {t('shell.print')}
        </Button>
      </Group>
      <Paper label={title}>
        <h2>{point.name}</h2>
        {point.address && <p>{point.address}</p>}
        <p>{point.phone}</p>
        <PaperRule />
        <PaperRow label={title} value={when === null ? '' : `${day(when)} ${time(when)}`} />
        {!isClosed && <p>{t('order.open2')}</p>}
        <PaperRule />
        {sheet.items.map((line, index) => (
          <div key={line.line_id ?? index}>
            <PaperRow label={`${number(line.quantity)} × ${line.name}`} value={money(line.total)} />
            {line.modifiers.map((modifier) => (
              <PaperRow
                key={modifier.name}
                label={`+ ${perUnit(modifier, line) === 1 ? '' : `${number(perUnit(modifier, line))} × `}${modifier.name}`}
                value={modifier.total > 0 ? money(modifier.total) : ''}
              />
            ))}
          </div>
        ))}
        <PaperRule />
        {sheet.discount > 0 && <PaperRow label={t('order.discount')} value={money(-sheet.discount)} />}
        {sheet.total_amount_service > 0 && (
          <PaperRow label={t('order.service')} value={money(sheet.total_amount_service)} />
        )}
        {sheet.delivery_price > 0 && <PaperRow label={t('order.delivery')} value={money(sheet.delivery_price)} />}
        <PaperRow label={t('order.total', { currency })} value={money(sheet.total_amount)} isStrong />
        {sheet.payments?.map(({ payment_type_id, payment_type_name, amount, is_deposit }) => (
          <PaperRow
            key={`${payment_type_id}${is_deposit ? 'd' : ''}`}
            label={is_deposit ? t('order.deposit') : payment_type_name}
            value={money(amount)}
          />
        ))}
        <PaperRule />
        <p>{t('order.thanks')}</p>
        <p>{t('order.notFiscal')}</p>
      </Paper>
    </>
  );
};
