import { Button, Group, Loader, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { ErrorNote } from '../../parts/refusal-note.tsx';
import { GuestSheet } from './guest-sheet.tsx';
import classes from './guests.module.css';
import { guestsQuery } from './reading.ts';

interface GuestSearch {
  readonly find: string;
  readonly guest?: number;
}
const searchOf = ({ find, guest }: Readonly<Record<string, unknown>>): GuestSearch => ({
  // The router reads a phone as a number.
  find: typeof find === 'string' || typeof find === 'number' ? String(find) : '',
  ...(typeof guest === 'number' && { guest }),
});

/** A person types faster than a server need answer. */
const PAUSE_MS = 250;

/** Guests by phone or name, and one of them beside the list. */
export const Page = () => {
  const { t } = useTranslation();
  const { number, day } = useFormats();
  const navigate = useNavigate();
  const { find, guest } = useSearch({
    strict: false,
    select: searchOf,
    structuralSharing: true,
  } as never) as GuestSearch;
  const [typed, setTyped] = useState(find);
  const [settled] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const set = (change: Partial<Record<keyof GuestSearch, unknown>>, replace = false): void =>
    void navigate({ to: '.', replace, search: (before: object) => ({ ...before, ...change }) } as never);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows what was typed, not the other way round
  useEffect(() => {
    if (settled !== find) set({ find: settled || undefined }, true);
  }, [settled]);
  const pages = useInfiniteQuery({ ...guestsQuery(find), placeholderData: keepPreviousData });
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const guests = data?.pages.flatMap(({ clients }) => clients) ?? [];
  return (
    <>
      <Group gap="sm">
        {guest !== undefined && (
          <Button
            className={classes.back}
            size="md"
            variant="subtle"
            leftSection={<IconArrowLeft size={18} aria-hidden />}
            onClick={() => set({ guest: undefined })}
          >
            {t('guests.list')}
          </Button>
        )}
        <Title order={1}>{t('nav.guests')}</Title>
      </Group>
      <div className={classes.columns} data-one={guest !== undefined || undefined}>
        <section className={classes.search} aria-label={t('guests.list')}>
          <TextInput
            size="md"
            aria-label={t('guests.find')}
            placeholder={t('guests.find')}
            leftSection={<IconSearch size={18} aria-hidden />}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <ErrorNote error={error} />
          {isPending && <Loader type="dots" aria-label="…" />}
          {!isPending && !error && guests.length === 0 && (
            <Stack gap={2}>
              <Text fw={600}>{t(find === '' ? 'guests.none' : 'guests.notFound')}</Text>
              <Text c="dimmed">{t(find === '' ? 'guests.noneWhat' : 'guests.notFoundWhat')}</Text>
            </Stack>
          )}
          <ul className={classes.list}>
            {guests.map(({ client_id, name, phone, points, registered_on }) => (
              <li key={client_id}>
                <UnstyledButton
                  className={classes.guest}
                  aria-current={client_id === guest || undefined}
                  onClick={() => set({ guest: client_id })}
                >
                  <Text fw={600}>{name ?? t('guests.noName')}</Text>
                  <Text size="sm" c="dimmed">
                    {[
                      phone,
                      points !== 0 && `${t('guests.points')} ${number(points)}`,
                      day(`${registered_on} 00:00:00`),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </ul>
          {hasNextPage && (
            <Button size="md" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('shell.showMore')}
            </Button>
          )}
        </section>
        {guest !== undefined && (
          <Suspense fallback={<Loader type="dots" aria-label="…" />}>
            <GuestSheet key={guest} id={guest} onErased={() => set({ guest: undefined })} />
          </Suspense>
        )}
      </div>
    </>
  );
};
