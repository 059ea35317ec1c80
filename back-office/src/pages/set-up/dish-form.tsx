import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { TextField } from '../../parts/text-field.tsx';
import { sendCommand } from '../../reading/act.ts';
import { listQuery } from './reading.ts';

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
  const { data: sections = [], refetch } = useQuery(listQuery('categories'));
  /** The section that is called so; a new one, if there is none. */
  const sectionId = async (): Promise<number> => {
    const wanted = section.trim();
    const { data = [] } = await refetch();
    const known = data.find(({ name: called }) => called.toLocaleLowerCase() === wanted.toLocaleLowerCase());
    return known?.id ?? ((await sendCommand('DefineCategory', { name: wanted })).result as { id: number }).id;
  };
  const send = async (): Promise<void> => {
    const category_id = await sectionId();
    const base_price = minorOf(price, unit)!;
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
          <Autocomplete
            size="md"
            label={t('setUp.section')}
            description={t('setUp.sectionWhat')}
            maxLength={255}
            data={[...new Set(sections.map((each) => each.name))]}
            value={section}
            onChange={setSection}
          />
          <AmountField label={t('order.price')} value={price} onChange={setPrice} error={refusalOf('base_price')} />
        </>
      )}
    </FormDialog>
  );
};
