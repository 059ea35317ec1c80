import { Group, Text } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import type { Board } from '../../reading/types.ts';
import classes from './now.module.css';

/** How many are named; the rest is counted. */
const NAMED = 12;

/** What has run out, or is left in small numbers. */
export const StopNote = ({ board: { stop_list } }: { readonly board: Board }) => {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (stop_list.length === 0) return null;
  const more = stop_list.length - NAMED;
  return (
    <Group gap={6} role="group" aria-label={t('now.stopped')}>
      <IconHandStop size={18} aria-hidden />
      <Text size="sm" fw={600}>
        {t('now.stopped')}
      </Text>
      {stop_list.slice(0, NAMED).map(({ product_id, name, quantity }) => (
        <span key={product_id} className={classes.stop} data-none={quantity === 0 || undefined}>
          {name}
          {quantity > 0 && <b> · {t('now.left', { quantity: number(quantity) })}</b>}
        </span>
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t('now.andMore', { count: more })}
        </Text>
      )}
    </Group>
  );
};
