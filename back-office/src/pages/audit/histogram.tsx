import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { Panel } from '../../parts/panel.tsx';
import classes from './audit.module.css';
import { countsQuery } from './reading.ts';
import { type AuditFilter, useAuditSearch } from './search.ts';

/** A bar of less time says nothing more. */
const SHORTEST_MS = 1_000;

/** How much of what is searched for happened when. A bar leads into its time. */
export const Histogram = ({ filter }: { readonly filter: AuditFilter }) => {
  const { t } = useTranslation();
  const { day, time, number } = useFormats();
  const { search, set } = useAuditSearch();
  const { data } = useQuery({ ...countsQuery(search, filter), placeholderData: keepPreviousData });
  const { buckets, total, to } = data ?? { buckets: [], total: 0, to: '' };
  const highest = Math.max(1, ...buckets.map(({ count }) => count));
  const written = (instant: string): string => `${day(instant)} ${time(instant)}`;
  return (
    <Panel label={t('audit.histogram')}>
      <Group justify="space-between" mih={44}>
        <Text fw={600} aria-live="polite">
          {data ? t('audit.total', { count: total, formatted: number(total) }) : ' '}
        </Text>
        {search.from !== undefined && (
          <Button size="md" variant="subtle" onClick={() => set({ from: undefined, to: undefined })}>
            {t('audit.zoomOut')}
          </Button>
        )}
      </Group>
      <div className={classes.bars}>
        {buckets.map(({ from, count }, part) => {
          const end = buckets[part + 1]?.from ?? to;
          const name = t('audit.bar', { count, from: written(from), to: written(end) });
          const canOpen = count > 0 && Date.parse(end) - Date.parse(from) > SHORTEST_MS;
          return (
            <button
              key={from}
              type="button"
              className={classes.bar}
              data-slot
              aria-label={name}
              title={name}
              disabled={!canOpen}
              onClick={() => set({ from, to: end, last: search.last })}
            >
              <i
                style={{ height: count === 0 ? 1 : `max(3px, ${(count / highest) * 100}%)` }}
                data-none={count === 0}
              />
            </button>
          );
        })}
      </div>
      {buckets.length > 0 && (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" c="dimmed">
            {written(buckets[0]!.from)}
          </Text>
          <Text size="sm" c="dimmed">
            {written(to)}
          </Text>
        </Group>
      )}
    </Panel>
  );
};
