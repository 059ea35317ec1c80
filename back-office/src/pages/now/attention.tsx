import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePoint } from '../../points.ts';
import { attentionQuery } from '../../reading/board.ts';
import classes from './now.module.css';

const KINDS = ['waiting_orders', 'unaccepted_shifts', 'undelivered_calls', 'parked_read_models'] as const;

/** What a manager should look at. Nothing: no line at all. */
export const Attention = () => {
  const { t } = useTranslation();
  const { id } = usePoint();
  const { data } = useQuery(attentionQuery(id));
  const found = KINDS.map((kind) => ({ kind, count: countOf(data?.[kind]) })).filter(({ count }) => count > 0);
  if (found.length === 0) return null;
  return (
    <Group gap={8} role="group" aria-label={t('now.attention')}>
      {found.map(({ kind, count }) => (
        <span key={kind} className={classes.badge}>
          <IconAlertTriangle size={16} aria-hidden />
          {t(`now.${kind}`, { count })}
        </span>
      ))}
    </Group>
  );
};

/** Some are counted, some are named. Null: not for this person. */
const countOf = (found: number | readonly string[] | null | undefined): number =>
  typeof found === 'object' && found !== null ? found.length : (found ?? 0);
