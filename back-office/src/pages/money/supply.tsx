import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { TextField } from '../../parts/text-field.tsx';
import { usePoint } from '../../points.ts';
import { useMoneyCommand } from '../../reading/money.ts';

interface SupplyProps {
  readonly supplier: { readonly supplier_id: number; readonly name: string };
  /** Whether goods came, or went back. */
  readonly kind: 'RecordSupply' | 'ReturnSupply';
  /** The business day. */
  readonly today: string;
  readonly onClose: () => void;
}

/** Goods came from a supplier, and are owed from then on; or they went back, and are not owed any more. */
export const Supply = ({ supplier: { supplier_id, name }, kind, today, onClose }: SupplyProps) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const { id } = usePoint();
  const give = useMoneyCommand();
  const [amount, setAmount] = useState<number | string>('');
  const [document, setDocument] = useState('');
  const [date, setDate] = useState(today);
  const minor = minorOf(amount, unit);
  return (
    <FormDialog
      title={t(`money.${kind}Of`, { name })}
      send={t('money.record')}
      isReady={minor !== undefined && minor > 0}
      onClose={onClose}
      onSend={() =>
        give(kind, {
          supplier_id,
          point_id: id,
          amount: minor!,
          ...(date !== today && { date }),
          ...(document.trim() !== '' && { document: document.trim() }),
        })
      }
      fields={['amount', 'document', 'date']}
    >
      {(refusalOf) => (
        <>
          <AmountField
            label={t('pay.amount')}
            value={amount}
            onChange={setAmount}
            error={refusalOf('amount')}
            isFirst
          />
          <DateField label={t('sales.day')} value={date} onChange={setDate} error={refusalOf('date')} />
          <TextField
            label={t('money.document')}
            maxLength={255}
            value={document}
            onChange={setDocument}
            error={refusalOf('document')}
          />
        </>
      )}
    </FormDialog>
  );
};
