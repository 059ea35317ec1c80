import { Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { PictureField } from '../../parts/picture-field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type DefinedShowcase, useMenuCommand } from '../../reading/catalogue.ts';

interface ShowcaseProductProps {
  readonly defined: DefinedShowcase;
  readonly productId: number;
  /** What it is called in the catalogue. */
  readonly called: string;
  readonly onClose: () => void;
}

/** What is special about a product in one menu. What is empty is as in the catalogue. */
export const ShowcaseProduct = ({ defined, productId, called, onClose }: ShowcaseProductProps) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const give = useMenuCommand();
  const place = defined.products.findIndex(({ product_id }) => product_id === productId);
  const before = defined.products[place]!;
  const [typed, setTyped] = useState<Partial<typeof before>>({});
  const [price, setPrice] = useState<number | string>(before.price === null ? '' : before.price / unit);
  const [isBusy, setBusy] = useState(false);
  const shown = { ...before, ...typed };
  const set = (change: typeof typed): void => setTyped({ ...typed, ...change });
  const after = {
    ...shown,
    name: shown.name?.trim() || null,
    description: shown.description?.trim() || null,
    price: minorOf(price, unit) ?? null,
  };
  const at = (field: string): string => `products[${place}].${field}`;
  return (
    <FormDialog
      title={t('menu.guests.productIn', { name: called, menu: defined.name })}
      send={t('menu.publish')}
      isReady={!isBusy && JSON.stringify(after) !== JSON.stringify(before)}
      onClose={onClose}
      onSend={() => give('ChangeShowcase', { id: defined.id, products: defined.products.with(place, after) } as never)}
      fields={['name', 'description', 'image', 'price', 'order_number', 'category_id'].map(at)}
    >
      {(refusalOf) => (
        <>
          <TextField
            label={t('menu.guests.ownName')}
            placeholder={called}
            maxLength={255}
            isFirst
            value={shown.name ?? ''}
            onChange={(name) => set({ name: name || null })}
            error={refusalOf(at('name'))}
          />
          <AmountField
            label={t('menu.guests.ownPrice')}
            description={t('menu.guests.asElsewhere')}
            value={price}
            onChange={setPrice}
            error={refusalOf(at('price'))}
          />
          <Textarea
            size="md"
            label={t('menu.description')}
            maxLength={2_000}
            autosize
            minRows={2}
            value={shown.description ?? ''}
            onChange={({ currentTarget }) => set({ description: currentTarget.value || null })}
            error={refusalOf(at('description'))}
          />
          <PictureField
            label={t('picture.label')}
            value={shown.image}
            onChange={(image) => set({ image })}
            onBusy={setBusy}
            error={refusalOf(at('image'))}
          />
          <Select
            size="md"
            label={t('menu.category')}
            data={defined.categories.map((each) => ({ value: String(each.id), label: each.name }))}
            value={String(shown.category_id)}
            onChange={(value) => value !== null && set({ category_id: Number(value) })}
            allowDeselect={false}
            error={refusalOf(at('category_id'))}
          />
          <NumberField
            label={t('menu.import.field.order_number')}
            allowDecimal={false}
            value={shown.order_number ?? ''}
            onChange={(value) => set({ order_number: value === '' ? null : Number(value) })}
            error={refusalOf(at('order_number'))}
          />
        </>
      )}
    </FormDialog>
  );
};
