import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { sendCommand } from '../../reading/act.ts';

interface DishFormProps {
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** A dish with its price, in a section of the menu. The page Menu has the rest. */
export const DishForm = ({ onClose, onDone }: DishFormProps) => {
  const { t } = useTranslation();
  const { unit, exponent, currency } = useFormats();
  const [name, setName] = useState('');
  const [section, setSection] = useState('');
  const [price, setPrice] = useState<number | string>('');
  const send = async (): Promise<void> => {
    const { result } = await sendCommand('DefineCategory', { name: section.trim() });
    const base_price = Math.round(Number(price) * unit);
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
          <TextInput
            size="md"
            label={t('order.dish')}
            maxLength={255}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={refusalOf('name')}
          />
          <TextInput
            size="md"
            label={t('setUp.section')}
            maxLength={255}
            value={section}
            onChange={({ currentTarget }) => setSection(currentTarget.value)}
          />
          <NumberInput
            size="md"
            label={`${t('order.price')}, ${currency}`}
            min={0}
            decimalScale={exponent}
            thousandSeparator=" "
            value={price}
            onChange={setPrice}
            error={refusalOf('base_price')}
          />
        </>
      )}
    </FormDialog>
  );
};
