import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { TextField } from '../../parts/text-field.tsx';
import { sendCommand } from '../../reading/act.ts';

interface DishFormProps {
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** A dish with its price, in a section of the menu. The page Menu has the rest. */
export const DishForm = ({ onClose, onDone }: DishFormProps) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const [name, setName] = useState('');
  const [section, setSection] = useState('');
  const [price, setPrice] = useState<number | string>('');
  const send = async (): Promise<void> => {
    const { result } = await sendCommand('DefineCategory', { name: section.trim() });
    const base_price = minorOf(price, unit)!;
    const { id: category_id } = result as { id: number };
    await sendCommand('DefineProduct', { type: 'product', name: name.trim(), category_id, base_price });
    await onDone();
  };
  return (
    <FormDialog
      title={t('setUp.do.products')}
      send={t('shell.save')}
      isReady={name.trim() !== '' && section.trim() !== '' && price !== ''}
      onClose={onClose}
      onSend={send}
      fields={['name', 'base_price']}
    >
      {(refusalOf) => (
        <>
          <TextField
            label={t('order.dish')}
            maxLength={255}
            isFirst
            value={name}
            onChange={setName}
            error={refusalOf('name')}
          />
          <TextField label={t('setUp.section')} maxLength={255} value={section} onChange={setSection} />
          <AmountField label={t('order.price')} value={price} onChange={setPrice} error={refusalOf('base_price')} />
        </>
      )}
    </FormDialog>
  );
};
