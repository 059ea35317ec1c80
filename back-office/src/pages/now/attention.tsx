import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePoint } from '../../points.ts';
import { attentionQuery } from '../../reading/board.ts';
import { useMay } from '../../session/session.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { PAGES } from '../../shell/pages.ts';
import classes from './now.module.css';

const KINDS = ['waiting_orders', 'unaccepted_shifts', 'undelivered_calls', 'parked_read_models'] as const;

/** Where it is put right. Late orders stand below, on this page. */
const PLACES = {
  unaccepted_shifts: { to: '/money', search: {} },
  undelivered_calls: { to: '/integrations', search: { status: 'undelivered' } },
} as const;

/** What a manager should look at, and the way to it. Nothing: no line at all. */
export const Attention = () => {
  const { t } = useTranslation();
  const { id } = usePoint();
  const may = useMay();
  const { data } = useQuery(attentionQuery(id));
  const found = KINDS.map((kind) => ({ kind, count: countOf(data?.[kind]) })).filter(({ count }) => count > 0);
  if (found.length === 0) return null;
  return (
    <Group gap={8} role="group" aria-label={t('now.attention')}>
      {found.map(({ kind, count }) => {
        const place = kind in PLACES ? PLACES[kind as keyof typeof PLACES] : undefined;
        const what = (
          <>
            <IconAlertTriangle size={16} aria-hidden />
            {t(`now.${kind}`, { count })}
          </>
        );
        return place && PAGES.some(({ to, isFor }) => to === place.to && isFor(may)) ? (
          <PageLink key={kind} to={place.to} search={place.search as never} className={classes.badge}>
            {what}
          </PageLink>
        ) : (
          <span key={kind} className={classes.badge}>
            {what}
          </span>
        );
      })}
    </Group>
  );
};

/** Some are counted, some are named. Null: not for this person. */
const countOf = (found: number | readonly string[] | null | undefined): number =>
  typeof found === 'object' && found !== null ? found.length : (found ?? 0);
