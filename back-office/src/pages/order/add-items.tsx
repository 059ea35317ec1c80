import { Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { menuQuery } from '../../reading/menu.ts';
import { type Chosen, isWhole, itemOf, NOTHING } from './chosen.ts';
import classes from './order.module.css';
import { Pick } from './pick.tsx';

interface AddItemsProps {
  readonly order: Answer<'getVenueOrder'>;
  readonly onClose: () => void;
}

/** How many dishes are shown at once: who looks for another one types a part of its name. */
const SHOWN = 40;

/** Dishes of the point's menu for an open cheque, with modifiers and a word for the kitchen. */
export const AddItems = ({ order, onClose }: AddItemsProps) => {
  const { t } = useTranslation();
  const { id } = usePoint();
  const { data: dishes = [] } = useQuery(menuQuery(id));
  const [find, setFind] = useState('');
  const [all, setAll] = useState<Readonly<Record<number, Chosen>>>({});
  const words = find.trim().toLocaleLowerCase();
  const chosen = dishes.filter((dish) => (all[dish.id]?.quantity ?? 0) > 0);
  const found = dishes.filter((dish) => !chosen.includes(dish) && dish.name.toLocaleLowerCase().includes(words));
  const takeFirst = (): void => {
    const first = words === '' ? undefined : found.find(({ isAvailable }) => isAvailable);
    if (!first) return;
    setAll({ ...all, [first.id]: { ...NOTHING, quantity: 1 } });
    setFind('');
  };
  const items = chosen.map((dish) => itemOf(dish, all[dish.id]!));
  return (
    <FormDialog
      title={t('order.do.add')}
      send={t('order.addCount', { count: items.length })}
      isReady={items.length > 0 && chosen.every((dish) => isWhole(dish, all[dish.id]!))}
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
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // It chooses what was looked for. To send the dishes so far is for the other fields and the button.
              event.preventDefault();
              takeFirst();
            }}
          />
          <Stack gap={0} className={classes.dishes}>
            {[...chosen, ...found.slice(0, SHOWN)].map((dish) => (
              <Pick
                key={dish.id}
                dish={dish}
                chosen={all[dish.id] ?? NOTHING}
                onChange={(next) => setAll({ ...all, [dish.id]: next })}
              />
            ))}
            {chosen.length + found.length === 0 && <Text c="dimmed">{t('search.nothing')}</Text>}
          </Stack>
        </>
      )}
    </FormDialog>
  );
};
