import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { actorName } from '../../parts/event-name.ts';
import { Happened } from '../../parts/happened.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ErrorNote } from '../../parts/refusal-note.tsx';
import { PageLink } from '../../shell/page-link.tsx';
import type { en } from '../../words/en.ts';
import classes from './audit.module.css';
import type { AuditEvent } from './reading.ts';
import { useAuditSearch } from './search.ts';

type Pages = UseInfiniteQueryResult<InfiniteData<{ readonly events: readonly AuditEvent[] }>>;

/** What was found, the newest first. */
export const Events = ({ pages }: { readonly pages: Pages }) => {
  const { t } = useTranslation();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Panel label={t('audit.events')}>
      <Title order={2} mb="xs">
        {t('audit.events')}
      </Title>
      <ErrorNote error={error} />
      {isPending && <Loader type="dots" aria-label="…" />}
      {!isPending && !error && events.length === 0 && (
        <Stack gap={2}>
          <Text fw={600}>{t('audit.nothing')}</Text>
          <Text c="dimmed">{t('audit.nothingWhat')}</Text>
        </Stack>
      )}
      <ol className={classes.events}>
        {events.map((event) => (
          <li key={event.event_id}>
            <Found event={event} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button size="md" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('shell.showMore')}
        </Button>
      )}
    </Panel>
  );
};

const Found = ({ event }: { readonly event: AuditEvent }) => {
  const { t, i18n } = useTranslation();
  const { set } = useAuditSearch();
  const [entity, ...rest] = event.stream.split('-');
  const id = rest.join('-');
  const name = i18n.exists(`entity.${entity}`) ? t(`entity.${entity as keyof typeof en.entity}`) : (entity ?? '');
  // A brand and its points have ids that say nothing to people.
  const about = /^\d+$/.test(id) ? `${name} ${id}` : name;
  return (
    <Happened event={event} about={about}>
      <Group gap="xs">
        <Button size="sm" variant="default" onClick={() => set({ entity, id })}>
          {t('audit.ofThis')}
        </Button>
        <Button size="sm" variant="default" onClick={() => set({ person: event.actor.id || event.actor.name })}>
          {t('audit.byThis', { name: actorName(event.actor) })}
        </Button>
        {entity === 'order' && (
          <Button
            size="sm"
            variant="default"
            component={PageLink}
            {...({ to: '/orders/$orderId', params: { orderId: id } } as object)}
          >
            {t('audit.openOrder')}
          </Button>
        )}
      </Group>
    </Happened>
  );
};
