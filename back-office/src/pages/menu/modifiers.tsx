import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Foot } from '../../parts/foot.tsx';
import { useFormats } from '../../parts/formats.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { usePoint } from '../../points.ts';
import {
  type DefinedProduct,
  type Product,
  productQuery,
  productsQuery,
  useMenuCommand,
} from '../../reading/catalogue.ts';
import { menuQuery } from '../../reading/menu.ts';
import { useMay } from '../../session/session.ts';
import { areWhole, groupsOf, type TypedGroup, typedGroups, withNew, withThoseOf } from './groups.ts';
import classes from './menu.module.css';

/** The choices that a guest has, group by group, with what each of them costs. */
export const Modifiers = ({ product }: { readonly product: DefinedProduct }) => {
  const { t } = useTranslation();
  const { id: pointId } = usePoint();
  const may = useMay();
  const give = useMenuCommand();
  const client = useQueryClient();
  const { data: products = [] } = useQuery(productsQuery({ pointId, at: undefined }, undefined));
  const { data: dishes = [] } = useQuery(menuQuery(pointId));
  const before = typedGroups(product.modifier_groups);
  const [groups, setGroups] = useState<readonly TypedGroup[]>(before);
  const { isSending, refusal, send, form } = useSending();
  const canChange = may.command('ChangeProduct');
  const set = (key: number, change: Partial<TypedGroup>): void =>
    setGroups(groups.map((group) => (group.key === key ? { ...group, ...change } : group)));
  const copyFrom = async (id: number): Promise<void> => {
    const { modifier_groups } = await client.fetchQuery(productQuery(pointId, id));
    setGroups(withThoseOf(groups, modifier_groups));
  };
  const isChanged = JSON.stringify(groupsOf(groups)) !== JSON.stringify(groupsOf(before));
  /** Which group the server's refusal is about. */
  const refused = Number(/^modifier_groups\[(\d+)\]/.exec(refusal?.field ?? '')?.[1] ?? -1);
  const known = new Map(products.map((each) => [each.product_id, each]));
  const others = dishes.filter(({ id, groups: own }) => own.length > 0 && id !== product.id);
  return (
    <Stack ref={form}>
      {groups.length === 0 && <Text c="dimmed">{t('menu.noModifiers')}</Text>}
      {groups.map((group, index) => (
        <OneGroup
          key={group.key}
          group={group}
          known={known}
          canChange={canChange}
          error={index === refused ? refusal?.words : undefined}
          onChange={(change) => set(group.key, change)}
          onRemove={() => setGroups(groups.filter(({ key }) => key !== group.key))}
        />
      ))}
      {canChange && (
        <Group gap="xs">
          <Button
            size="md"
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setGroups(withNew(groups))}
          >
            {t('menu.groups.add')}
          </Button>
          {others.length > 0 && (
            <Select
              size="md"
              w={280}
              aria-label={t('menu.groups.copy')}
              placeholder={t('menu.groups.copy')}
              data={others.map(({ id, name, groups: own }) => ({
                value: String(id),
                label: `${name}: ${own.map((each) => each.name).join(', ')}`,
              }))}
              value={null}
              onChange={(value) => value !== null && void copyFrom(Number(value))}
              searchable
              limit={100}
            />
          )}
        </Group>
      )}
      <RefusalNote refusal={refused === -1 ? refusal : undefined} />
      {canChange && (
        <Foot>
          <Button
            size="md"
            loading={isSending}
            disabled={!isChanged || !areWhole(groups)}
            onClick={() =>
              void send(() => give('ChangeProduct', { id: product.id, modifier_groups: groupsOf(groups) } as never))
            }
          >
            {t('menu.groups.save')}
          </Button>
        </Foot>
      )}
    </Stack>
  );
};

interface OneGroupProps {
  readonly group: TypedGroup;
  readonly known: ReadonlyMap<number, Product>;
  readonly canChange: boolean;
  /** The server's words about it. */
  readonly error: string | undefined;
  readonly onChange: (change: Partial<TypedGroup>) => void;
  readonly onRemove: () => void;
}

const OneGroup = ({ group, known, canChange, error, onChange, onRemove }: OneGroupProps) => {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { name, min, max, items } = group;
  const chosen = new Set(items.map(({ product_id }) => product_id));
  const free = [...known.values()].filter(
    ({ type, is_active, product_id }) => type === 'modifier' && is_active && !chosen.has(product_id),
  );
  const count = (label: string, value: number, set: (value: number) => void, description?: string) => (
    <NumberField
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={0}
      max={10_000}
      allowDecimal={false}
      disabled={!canChange}
      value={value}
      onChange={(next) => set(Number(next) || 0)}
    />
  );
  return (
    <section className={classes.group} aria-label={name || t('menu.groups.new')}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextField
          flex={1}
          label={t('menu.groups.name')}
          maxLength={255}
          disabled={!canChange}
          value={name}
          onChange={(next) => onChange({ name: next })}
        />
        {canChange && (
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={t('menu.groups.remove', { name })}
            onClick={onRemove}
          >
            <IconTrash size={18} />
          </ActionIcon>
        )}
      </Group>
      <Group grow align="flex-start">
        {count(t('menu.groups.least'), min, (next) => onChange({ min: next }), t('menu.groups.leastWhat'))}
        {count(t('menu.groups.most'), max, (next) => onChange({ max: next }), t('menu.groups.mostWhat'))}
      </Group>
      <ul className={classes.items}>
        {items.map((item) => {
          const product = known.get(item.product_id);
          const called = product?.name ?? `№ ${item.product_id}`;
          return (
            <li key={item.product_id}>
              <Text flex={1} miw={0}>
                {called}
                {product && ` · +${money(product.points[0]?.price ?? product.base_price)}`}
              </Text>
              <NumberField
                w={92}
                aria-label={t('menu.groups.mostOf', { name: called })}
                placeholder="∞"
                prefix="≤ "
                min={0}
                max={10_000}
                allowDecimal={false}
                disabled={!canChange}
                value={item.max_amount === 0 ? '' : item.max_amount}
                onChange={(next) =>
                  onChange({
                    items: items.map((each) => (each === item ? { ...each, max_amount: Number(next) || 0 } : each)),
                  })
                }
              />
              {canChange && (
                <ActionIcon
                  size={44}
                  variant="subtle"
                  color="gray"
                  aria-label={t('menu.groups.takeOut', { name: called })}
                  onClick={() => onChange({ items: items.filter((each) => each !== item) })}
                >
                  <IconX size={18} />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
      {canChange && (
        <Select
          size="md"
          aria-label={t('menu.groups.addItem')}
          placeholder={t('menu.groups.addItem')}
          description={free.length === 0 && items.length === 0 ? t('menu.groups.noItems') : undefined}
          data={free.map(({ product_id, name: label }) => ({ value: String(product_id), label }))}
          value={null}
          onChange={(value) =>
            value !== null &&
            onChange({ items: [...items, { product_id: Number(value), min_amount: 0, max_amount: 0 }] })
          }
          searchable
          limit={100}
        />
      )}
      {error !== undefined && (
        <Text c="var(--late)" role="alert">
          {error}
        </Text>
      )}
    </section>
  );
};
