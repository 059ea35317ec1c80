import { Loader, Modal, Stack, Switch, Tabs, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField, minorOf } from '../../parts/amount-field.tsx';
import { useFormats } from '../../parts/formats.ts';
import { SendForm } from '../../parts/send-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { usePoint } from '../../points.ts';
import { type DefinedProduct, productQuery, productsQuery, useMenuCommand } from '../../reading/catalogue.ts';
import { useMay } from '../../session/session.ts';
import { Prices } from './prices.tsx';

/** A product: what it is, what it costs here and when, and what may be added to it. */
export const ProductDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const { id: pointId } = usePoint();
  const { data: product } = useQuery(productQuery(pointId, id));
  return (
    <Modal opened onClose={onClose} centered size="lg" title={product?.name ?? ''}>
      {!product && <Loader mx="auto" />}
      {product && (
        <Tabs defaultValue="about">
          <Tabs.List mb="md">
            <Tabs.Tab value="about" h={44}>
              {t('menu.about')}
            </Tabs.Tab>
            <Tabs.Tab value="prices" h={44}>
              {t('menu.prices')}
            </Tabs.Tab>
            <Tabs.Tab value="modifiers" h={44}>
              {t('menu.modifiers')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="about">
            <About product={product} />
          </Tabs.Panel>
          <Tabs.Panel value="prices">
            <Prices key={product.state.updated_at} product={product} />
          </Tabs.Panel>
          <Tabs.Panel value="modifiers">
            <Modifiers product={product} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Modal>
  );
};

/** Its name, description and price everywhere. Only what was changed here is sent: somebody else may change the rest meanwhile. */
const About = ({ product }: { readonly product: DefinedProduct }) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const may = useMay();
  const give = useMenuCommand();
  const [name, setName] = useState(product.name);
  const [description, setDescription] = useState(product.description ?? '');
  const [price, setPrice] = useState<number | string>(product.base_price / unit);
  const [isActive, setActive] = useState(product.is_active);
  const minor = minorOf(price, unit);
  const after = { name: name.trim(), description: description.trim() || null, base_price: minor, is_active: isActive };
  const before = {
    name: product.name,
    description: product.description || null,
    base_price: product.base_price,
    is_active: product.is_active,
  };
  const changed = Object.entries(after).filter(([key, value]) => value !== before[key as keyof typeof before]);
  return (
    <SendForm
      send={t('shell.save')}
      isReady={after.name !== '' && minor !== undefined && changed.length > 0 && may.command('ChangeProduct')}
      onSend={() => give('ChangeProduct', { id: product.id, ...Object.fromEntries(changed) })}
      fields={['name', 'description', 'base_price']}
    >
      {(refusalOf) => (
        <>
          <TextField
            label={t('money.name')}
            maxLength={255}
            value={name}
            onChange={setName}
            error={refusalOf('name')}
          />
          <Textarea
            size="md"
            label={t('menu.description')}
            maxLength={2_000}
            autosize
            minRows={2}
            value={description}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
            error={refusalOf('description')}
          />
          <AmountField
            label={t('menu.basePrice')}
            description={product.type === 'modifier' ? t('menu.surcharge') : undefined}
            value={price}
            onChange={setPrice}
            error={refusalOf('base_price')}
          />
          <Switch
            size="md"
            label={t('menu.active')}
            checked={isActive}
            onChange={({ currentTarget }) => setActive(currentTarget.checked)}
          />
        </>
      )}
    </SendForm>
  );
};

/** The choices that a guest has, with what each of them costs. */
const Modifiers = ({ product: { modifier_groups } }: { readonly product: DefinedProduct }) => {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { id: pointId } = usePoint();
  const { data: products = [] } = useQuery(productsQuery({ pointId, at: undefined }, undefined));
  const known = new Map(products.map((each) => [each.product_id, each]));
  if (modifier_groups.length === 0) return <Text c="dimmed">{t('menu.noModifiers')}</Text>;
  return (
    <Stack>
      {modifier_groups.map(({ id, name, min, max, items }) => (
        <div key={id}>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {t('menu.choose', { min, max: max === 0 ? '∞' : max })}
          </Text>
          {items.map(({ product_id }) => (
            <Text key={product_id}>
              {known.get(product_id)?.name ?? `№ ${product_id}`}
              {known.has(product_id) && ` · +${money(known.get(product_id)!.points[0]?.price ?? 0)}`}
            </Text>
          ))}
        </div>
      ))}
    </Stack>
  );
};
