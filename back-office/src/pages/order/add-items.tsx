import { ActionIcon, Group, MultiSelect, NumberInput, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { type Dish, menuQuery } from '../../reading/menu.ts';
import classes from './order.module.css';

interface AddItemsProps {
  readonly order: Answer<'getVenueOrder'>;
  readonly onClose: () => void;
}

interface Chosen {
  readonly quantity: number;
  readonly modifiers: readonly string[];
  readonly comment: string;
}

/** How many dishes are shown at once: who looks for another one types a part of its name. */
const SHOWN = 40;

/** Dishes of the point's menu for an open cheque, with modifiers and a word for the kitchen. */
export const AddItems = ({ order, onClose }: AddItemsProps) => {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { id } = usePoint();
  const { data: dishes = [] } = useQuery(menuQuery(id));
  const [find, setFind] = useState('');
  const [chosen, setChosen] = useState<Readonly<Record<number, Chosen>>>({});
  const set = (productId: number, change: Partial<Chosen>): void => {
    const before = chosen[productId] ?? { quantity: 0, modifiers: [], comment: '' };
    setChosen({ ...chosen, [productId]: { ...before, ...change } });
  };
  const words = find.trim().toLocaleLowerCase();
  const isChosen = ({ id: productId }: Dish): boolean => (chosen[productId]?.quantity ?? 0) > 0;
  const shown = dishes
    .filter((dish) => isChosen(dish) || dish.name.toLocaleLowerCase().includes(words))
    .slice(0, SHOWN);
  const items = dishes.filter(isChosen).map(({ id: product_id }) => {
    const { quantity, modifiers, comment } = chosen[product_id]!;
    return {
      product_id,
      quantity,
      comment: comment.trim() || null,
      modifiers: modifiers.map((modifier) => ({ product_id: Number(modifier), quantity: 1 })),
    };
  });
  return (
    <FormDialog
      title={t('order.do.add')}
      send={t('order.addCount', { count: items.length })}
      isReady={items.length > 0}
      onClose={onClose}
      onSend={() => sendCommand('AddItems', { order_id: order.order_id, items })}
    >
      {() => (
        <>
          <TextInput
            size="md"
            aria-label={t('order.findDish')}
            placeholder={t('order.findDish')}
            leftSection={<IconSearch size={18} aria-hidden />}
            data-autofocus
            value={find}
            onChange={({ currentTarget }) => setFind(currentTarget.value)}
          />
          <Stack gap={0} className={classes.dishes}>
            {shown.map((dish) => (
              <div key={dish.id} className={classes.pick}>
                <Group justify="space-between" wrap="nowrap">
                  <UnstyledButton
                    className={classes.pickName}
                    disabled={dish.isStopped}
                    onClick={() => set(dish.id, { quantity: (chosen[dish.id]?.quantity ?? 0) + 1 })}
                  >
                    <Text td={dish.isStopped ? 'line-through' : undefined}>{dish.name}</Text>
                    <Text size="sm" c="dimmed">
                      {money(dish.price)}
                    </Text>
                  </UnstyledButton>
                  {isChosen(dish) && (
                    <Group gap={4} wrap="nowrap">
                      <ActionIcon
                        size={40}
                        variant="default"
                        aria-label={t('order.less', { name: dish.name })}
                        onClick={() => set(dish.id, { quantity: Math.max(0, chosen[dish.id]!.quantity - 1) })}
                      >
                        <IconMinus size={18} />
                      </ActionIcon>
                      <NumberInput
                        w={64}
                        size="md"
                        hideControls
                        aria-label={t('order.quantityOf', { name: dish.name })}
                        min={0}
                        decimalScale={3}
                        value={chosen[dish.id]!.quantity}
                        onChange={(quantity) => set(dish.id, { quantity: Number(quantity) || 0 })}
                      />
                      <ActionIcon
                        size={40}
                        variant="default"
                        aria-label={t('order.more1', { name: dish.name })}
                        onClick={() => set(dish.id, { quantity: chosen[dish.id]!.quantity + 1 })}
                      >
                        <IconPlus size={18} />
                      </ActionIcon>
                    </Group>
                  )}
                </Group>
                {isChosen(dish) && (
                  <Stack gap={6} pb={8}>
                    {dish.modifiers.length > 0 && (
                      <MultiSelect
                        size="md"
                        aria-label={t('order.modifiersOf', { name: dish.name })}
                        placeholder={t('order.modifiers')}
                        data={dish.modifiers.map((modifier) => ({ value: String(modifier.id), label: modifier.name }))}
                        value={[...chosen[dish.id]!.modifiers]}
                        onChange={(modifiers) => set(dish.id, { modifiers })}
                      />
                    )}
                    <TextInput
                      size="md"
                      aria-label={t('order.commentOf', { name: dish.name })}
                      placeholder={t('order.comment')}
                      maxLength={255}
                      value={chosen[dish.id]!.comment}
                      onChange={({ currentTarget }) => set(dish.id, { comment: currentTarget.value })}
                    />
                  </Stack>
                )}
              </div>
            ))}
            {shown.length === 0 && <Text c="dimmed">{t('search.nothing')}</Text>}
          </Stack>
        </>
      )}
    </FormDialog>
  );
};
