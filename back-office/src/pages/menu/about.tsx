import { Button, Group, Select, Switch, Textarea } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { useFormats } from '../../parts/formats.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { PictureField } from '../../parts/picture-field.tsx';
import { SendForm } from '../../parts/send-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { usePoint } from '../../points.ts';
import { categoriesQuery, type DefinedProduct, foldersQuery, useMenuCommand } from '../../reading/catalogue.ts';
import { useMay } from '../../session/session.ts';
import { changedOf } from '../set-up/changed-of.ts';

const TEXTS = ['unit', 'barcode', 'plu', 'fiscal_code'] as const;
const NUMBERS = ['weight', 'calories', 'proteins', 'fat', 'carbohydrates', 'order_number'] as const;

/** All of a product but its prices and modifiers. Only what was changed here is sent: somebody else may change the rest meanwhile. */
export const About = ({ product }: { readonly product: DefinedProduct }) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const { id: pointId } = usePoint();
  const may = useMay();
  const give = useMenuCommand();
  const { data: categories = [] } = useQuery(categoriesQuery(pointId));
  const { data: folders = [] } = useQuery(foldersQuery({ pointId, at: undefined }));
  const [typed, setTyped] = useState<Readonly<Partial<DefinedProduct>>>({});
  const [price, setPrice] = useState<number | string>(product.base_price / unit);
  const [isBusy, setBusy] = useState(false);
  const [showsMore, setShowsMore] = useState(false);
  const shown = { ...product, ...typed };
  const set = (change: Partial<DefinedProduct>): void => setTyped({ ...typed, ...change });
  const base_price = minorOf(price, unit);
  const trimmed = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, typeof value === 'string' ? value.trim() || null : value]),
  );
  const changed = changedOf(product, { ...trimmed, ...(base_price !== undefined && { base_price }) });
  const isWhole = shown.name.trim() !== '' && base_price !== undefined && !isBusy;
  const text = (name: (typeof TEXTS)[number], refusalOf: (field: string) => string | undefined) => (
    <TextField
      key={name}
      label={t(`menu.import.field.${name}`)}
      maxLength={name === 'unit' ? 64 : 255}
      value={shown[name] ?? ''}
      onChange={(value) => set({ [name]: value || null })}
      error={refusalOf(name)}
    />
  );
  const count = (name: (typeof NUMBERS)[number], refusalOf: (field: string) => string | undefined) => (
    <NumberField
      key={name}
      label={t(`menu.import.field.${name}`)}
      decimalScale={name === 'order_number' ? 0 : 3}
      value={shown[name] ?? ''}
      onChange={(value) => set({ [name]: value === '' ? (name === 'order_number' ? 0 : null) : Number(value) })}
      error={refusalOf(name)}
    />
  );
  const Chevron = showsMore ? IconChevronDown : IconChevronRight;
  return (
    <SendForm
      send={t('shell.save')}
      isReady={isWhole && Object.keys(changed).length > 0 && may.command('ChangeProduct')}
      onSend={async () => {
        await give('ChangeProduct', { id: product.id, ...changed } as never);
        setTyped({});
      }}
      fields={['name', 'description', 'base_price', 'category_id', 'menu_folder_id', 'image', ...TEXTS, ...NUMBERS]}
    >
      {(refusalOf) => (
        <>
          <TextField
            label={t('money.name')}
            maxLength={255}
            value={shown.name}
            onChange={(name) => set({ name })}
            error={refusalOf('name')}
          />
          <Textarea
            size="md"
            label={t('menu.description')}
            maxLength={2_000}
            autosize
            minRows={2}
            value={shown.description ?? ''}
            onChange={({ currentTarget }) => set({ description: currentTarget.value || null })}
            error={refusalOf('description')}
          />
          <PictureField
            label={t('picture.label')}
            value={shown.image}
            onChange={(image) => set({ image })}
            onBusy={setBusy}
            error={refusalOf('image')}
          />
          <AmountField
            label={t('menu.basePrice')}
            description={product.type === 'modifier' ? t('menu.surcharge') : undefined}
            value={price}
            onChange={setPrice}
            error={refusalOf('base_price')}
          />
          <Group grow align="flex-start">
            <Select
              size="md"
              label={t('menu.category')}
              data={categories.map((each) => ({ value: String(each.id), label: each.name }))}
              value={shown.category_id === null ? null : String(shown.category_id)}
              onChange={(value) => set({ category_id: value === null ? null : Number(value) })}
              error={refusalOf('category_id')}
              searchable
              clearable
            />
            <Select
              size="md"
              label={t('menu.folder')}
              data={folders.map((each) => ({ value: String(each.id), label: each.path }))}
              value={shown.menu_folder_id === null ? null : String(shown.menu_folder_id)}
              onChange={(value) => set({ menu_folder_id: value === null ? null : Number(value) })}
              error={refusalOf('menu_folder_id')}
              searchable
              clearable
            />
          </Group>
          <Switch
            size="md"
            label={t('menu.active')}
            checked={shown.is_active}
            onChange={({ currentTarget }) => set({ is_active: currentTarget.checked })}
          />
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            justify="flex-start"
            aria-expanded={showsMore}
            leftSection={<Chevron size={18} aria-hidden />}
            onClick={() => setShowsMore(!showsMore)}
          >
            {t('menu.details.title')}
          </Button>
          {showsMore && (
            <>
              <Group grow align="flex-start">
                {TEXTS.slice(0, 2).map((name) => text(name, refusalOf))}
              </Group>
              <Group grow align="flex-start">
                {TEXTS.slice(2).map((name) => text(name, refusalOf))}
              </Group>
              <Group grow align="flex-start">
                {NUMBERS.slice(0, 3).map((name) => count(name, refusalOf))}
              </Group>
              <Group grow align="flex-start">
                {NUMBERS.slice(3).map((name) => count(name, refusalOf))}
              </Group>
              <Switch
                size="md"
                label={t('menu.details.divisible')}
                checked={shown.is_divisible}
                onChange={({ currentTarget }) => set({ is_divisible: currentTarget.checked })}
              />
            </>
          )}
        </>
      )}
    </SendForm>
  );
};
