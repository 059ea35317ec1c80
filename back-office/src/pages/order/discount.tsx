import { SegmentedControl } from '@mantine/core';
import type { Answer } from '@tillstream/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sendCommand } from '../../reading/act.ts';

interface DiscountProps {
  readonly order: Answer<'getVenueOrder'>;
  readonly onClose: () => void;
}

/** A discount on the goods: in percent, which follows the lines, or an amount. */
export const Discount = ({ order, onClose }: DiscountProps) => {
  const { t } = useTranslation();
  const { unit, currency } = useFormats();
  const [kind, setKind] = useState<'percent' | 'amount'>(
    order.discount_percent === null && order.discount > 0 ? 'amount' : 'percent',
  );
  const [value, setValue] = useState<number | string>(
    order.discount_percent ?? (order.discount > 0 ? order.discount / unit : 10),
  );
  const [reason, setReason] = useState(order.discount_reason ?? '');
  const given =
    kind === 'percent' ? { discount_percent: Number(value) } : { discount: Math.round(Number(value) * unit) };
  return (
    <FormDialog
      title={t('order.do.discount')}
      send={t('order.discountGive')}
      isReady={value !== ''}
      onClose={onClose}
      fields={['discount', 'discount_percent', 'discount_reason']}
      onSend={() =>
        sendCommand('AdjustCheque', {
          order_id: order.order_id,
          ...given,
          ...(reason.trim() !== '' && { discount_reason: reason.trim() }),
        })
      }
    >
      {(refusalOf) => (
        <>
          <SegmentedControl
            size="md"
            aria-label={t('order.do.discount')}
            value={kind}
            onChange={(next) => {
              setKind(next as typeof kind);
              // Ten percent are not ten of the currency.
              setValue('');
            }}
            data={[
              { value: 'percent', label: '%' },
              { value: 'amount', label: currency },
            ]}
          />
          {kind === 'percent' ? (
            <NumberField
              label={`${t('order.discount')}, %`}
              min={0}
              max={100}
              decimalScale={2}
              data-autofocus
              value={value}
              onChange={setValue}
              error={refusalOf('discount_percent')}
            />
          ) : (
            <AmountField
              label={t('order.discount')}
              isFirst
              value={value}
              onChange={setValue}
              error={refusalOf('discount')}
            />
          )}
          <ReasonField value={reason} onChange={setReason} error={refusalOf('discount_reason')} />
        </>
      )}
    </FormDialog>
  );
};
