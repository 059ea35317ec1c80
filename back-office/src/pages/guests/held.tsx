import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { download } from '../../parts/download.ts';
import { useEventName } from '../../parts/event-name.ts';
import { useFormats } from '../../parts/formats.ts';
import { Panel } from '../../parts/panel.tsx';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import classes from './guests.module.css';
import { readHeld } from './reading.ts';

/** What is held of a person, and where: the answer to somebody who asks. Shown on a click, because the reading is recorded. */
export const HeldOf = ({ id }: { readonly id: number }) => {
  const { t } = useTranslation();
  const { day, time } = useFormats();
  const nameOf = useEventName();
  const reading = useMutation({ mutationFn: () => readHeld(id) });
  const held = reading.data;
  const save = (): void =>
    download(`guest-${id}.json`, new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' }));
  return (
    <Panel label={t('guests.held')}>
      <Group justify="space-between">
        <div>
          <Title order={3}>{t('guests.held')}</Title>
          <Text size="sm" c="dimmed">
            {t('guests.heldWhat')}
          </Text>
        </div>
        <Button size="md" variant="default" loading={reading.isPending} onClick={held ? save : () => reading.mutate()}>
          {t(held ? 'guests.saveHeld' : 'guests.show')}
        </Button>
      </Group>
      {reading.error && <RefusalNote refusal={{ words: wordsOf(reading.error), field: undefined }} />}
      {held && (
        <Stack gap="xs" mt="sm">
          <Text fw={600}>{t('guests.heldEvents')}</Text>
          <ul className={classes.list}>
            {held.events.map(({ position, type, occurred_at, personal }) => (
              <li key={position} className={classes.address}>
                <Text>
                  {nameOf(type)}
                  <Text span c="dimmed">
                    {' '}
                    · {day(occurred_at)}, {time(occurred_at)}
                  </Text>
                </Text>
                <Text size="sm" c="dimmed" className={classes.wrap}>
                  {JSON.stringify(personal)}
                </Text>
              </li>
            ))}
          </ul>
          <Text fw={600}>{t('guests.heldTables')}</Text>
          <ul className={classes.list}>
            {held.tables.map(({ table, what, rows }) => (
              <li key={`${table} ${what}`} className={classes.address}>
                <Text>
                  {table}
                  <Text span c="dimmed">
                    {' '}
                    · {what} · {t('guests.rows', { count: rows })}
                  </Text>
                </Text>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Panel>
  );
};
