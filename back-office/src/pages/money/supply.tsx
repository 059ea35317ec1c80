import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { TextField } from '../../parts/text-field.tsx';
import { usePoint } from '../../points.ts';
import { useMoneyCommand } from '../../reading/money.ts';

interface SupplyProps {
  readonly supplier: { readonly supplier_id: number; readonly name: string };
  readonly onClose: () => void;
}

/** Goods came from a supplier: from then on they are owed. */
export const Supply = ({ supplier: { supplier_id, name }, onClose }: SupplyProps) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const { id } = usePoint();
  const give = useMoneyCommand();
  const [amount, setAmount] = useState<number | string>('');
  const [document, setDocument] = useState('');
  const minor = minorOf(amount, unit);
  return (
    <FormDialog
      title={t('money.supplyOf', { name })}
      send={t('money.record')}
      isReady={minor !== undefined && minor > 0}
      onClose={onClose}
      onSend={() =>
        give('RecordSupply', {
          supplier_id,
          point_id: id,
          amount: minor!,
          ...(document.trim() !== '' && { document: document.trim() }),
        })
      }
      fields={['amount', 'document']}
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
