import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { TextField } from '../../parts/text-field.tsx';
import { usePoint } from '../../points.ts';
import { categoriesQuery, foldersQuery, useMenuCommand } from '../../reading/catalogue.ts';

/** What a point sells by itself; a prep is only ever inside of something. */
export const TYPES = ['product', 'item', 'modifier', 'service', 'prep'] as const;

/** A new product of the brand, with what it needs to be sold. */
export const NewProduct = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const { id: pointId } = usePoint();
  const give = useMenuCommand();
  const { data: categories = [] } = useQuery(categoriesQuery(pointId));
  const { data: folders = [] } = useQuery(foldersQuery({ pointId, at: undefined }));
  const [name, setName] = useState('');
  const [type, setType] = useState<(typeof TYPES)[number]>('product');
  const [price, setPrice] = useState<number | string>('');
  const [category, setCategory] = useState<string | null>(null);
  const [folder, setFolder] = useState<string | null>(null);
  const minor = minorOf(price, unit);
  return (
    <FormDialog
      title={t('menu.new')}
      send={t('shell.save')}
      isReady={name.trim() !== '' && minor !== undefined}
      onClose={onClose}
      onSend={() =>
        give('DefineProduct', {
          type,
          name: name.trim(),
          base_price: minor!,
          ...(category !== null && { category_id: Number(category) }),
          ...(folder !== null && { menu_folder_id: Number(folder) }),
        })
      }
      fields={['name', 'base_price', 'category_id', 'menu_folder_id']}
    >
      {(refusalOf) => (
        <>
          <TextField
            label={t('money.name')}
            maxLength={255}
            isFirst
            value={name}
            onChange={setName}
            error={refusalOf('name')}
          />
          <Select
            size="md"
            label={t('menu.type')}
            data={TYPES.map((value) => ({ value, label: t(`menu.types.${value}`) }))}
            value={type}
            onChange={(value) => value !== null && setType(value as typeof type)}
            allowDeselect={false}
          />
          <AmountField
            label={t('order.price')}
            description={type === 'modifier' ? t('menu.surcharge') : undefined}
            value={price}
            onChange={setPrice}
            error={refusalOf('base_price')}
          />
          <Select
            size="md"
            label={t('menu.category')}
            data={categories.map((each) => ({ value: String(each.id), label: each.name }))}
            value={category}
            onChange={setCategory}
            error={refusalOf('category_id')}
            searchable
          />
          <Select
            size="md"
            label={t('menu.folder')}
            data={folders.map((each) => ({ value: String(each.id), label: each.path }))}
            value={folder}
            onChange={setFolder}
            error={refusalOf('menu_folder_id')}
            searchable
          />
        </>
      )}
    </FormDialog>
  );
};
