import { ActionIcon, Group, MultiSelect, Select, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { NumberField } from '../../parts/number-field.tsx';
import type { Dish } from '../../reading/menu.ts';
import type { Chosen } from './chosen.ts';
import classes from './order.module.css';

interface PickProps {
  readonly dish: Dish;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

/** One dish to be chosen: how many, with which modifiers, and a word for the kitchen. */
export const Pick = ({ dish, chosen, onChange }: PickProps) => {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { name, price, isAvailable, groups } = dish;
  const { quantity, modifiers, comment } = chosen;
  const setQuantity = (next: number): void => onChange({ ...chosen, quantity: Math.max(0, next) });
  return (
    <div className={classes.pick}>
      <Group justify="space-between" wrap="nowrap">
        <UnstyledButton className={classes.pickName} disabled={!isAvailable} onClick={() => setQuantity(quantity + 1)}>
          <Text td={isAvailable ? undefined : 'line-through'}>{name}</Text>
          <Text size="sm" c="dimmed">
            {money(price)}
          </Text>
        </UnstyledButton>
        {quantity > 0 && (
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              size={44}
              variant="default"
              aria-label={t('order.less', { name })}
              onClick={() => setQuantity(quantity - 1)}
            >
              <IconMinus size={18} />
            </ActionIcon>
            <NumberField
              w={64}
              aria-label={t('order.quantityOf', { name })}
              min={0}
              decimalScale={3}
              value={quantity}
              onChange={(next) => setQuantity(Number(next) || 0)}
            />
            <ActionIcon
              size={44}
              variant="default"
              aria-label={t('order.more1', { name })}
              onClick={() => setQuantity(quantity + 1)}
            >
              <IconPlus size={18} />
            </ActionIcon>
          </Group>
        )}
      </Group>
      {quantity > 0 && (
        <Stack gap={6} pb={8}>
          {groups.map((group) => {
            const field = {
              size: 'md',
              label: group.name,
              required: group.min > 0,
              data: group.items.map((item) => ({
                value: String(item.id),
                label: item.price > 0 ? `${item.name} +${money(item.price)}` : item.name,
              })),
            };
            const set = (ids: readonly string[]): void =>
              onChange({ ...chosen, modifiers: { ...modifiers, [group.id]: ids } });
            const ids = modifiers[group.id] ?? [];
            return group.max === 1 ? (
              <Select
                key={group.id}
                {...field}
                value={ids[0] ?? null}
                onChange={(id) => set(id === null ? [] : [id])}
              />
            ) : (
              <MultiSelect
                key={group.id}
                {...field}
                maxValues={group.max > 0 ? group.max : undefined}
                value={[...ids]}
                onChange={set}
              />
            );
          })}
          <TextInput
            size="md"
            aria-label={t('order.commentOf', { name })}
            placeholder={t('order.comment')}
            maxLength={255}
            value={comment}
            onChange={({ currentTarget }) => onChange({ ...chosen, comment: currentTarget.value })}
          />
        </Stack>
      )}
    </div>
  );
};
