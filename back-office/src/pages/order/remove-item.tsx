import type { Answer } from '@tillstream/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { sendCommand } from '../../reading/act.ts';
import type { SheetLine } from './sheet.ts';

interface RemoveItemProps {
  readonly order: Answer<'getVenueOrder'>;
  readonly line: SheetLine;
  readonly onClose: () => void;
}

/** Takes units of a line off the cheque, with the reason. The kitchen gets a slip for what it has. */
export const RemoveItem = ({ order, line, onClose }: RemoveItemProps) => {
  const { t } = useTranslation();
  const [quantity, setQuantity] = useState<number | string>(line.quantity);
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t('order.removeNamed', { name: line.name })}
      send={t('order.removeLine')}
      colour="red"
      isReady={Number(quantity) > 0 && reason.trim() !== ''}
      onClose={onClose}
      fields={['quantity', 'reason']}
      onSend={() =>
        sendCommand('RemoveItem', {
          order_id: order.order_id,
          line_id: line.line_id!,
          quantity: Number(quantity),
          reason: reason.trim(),
        })
      }
    >
      {(refusalOf) => (
        <>
          <NumberField
            label={t('order.quantity')}
            min={0}
            max={line.quantity}
            decimalScale={3}
            value={quantity}
            onChange={setQuantity}
            error={refusalOf('quantity')}
          />
          <ReasonField value={reason} onChange={setReason} error={refusalOf('reason')} isFirst />
        </>
      )}
    </FormDialog>
  );
};
