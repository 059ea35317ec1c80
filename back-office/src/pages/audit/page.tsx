import { Alert, Button, Group, Title } from '@mantine/core';
import { IconDownload, IconRefresh, IconShieldSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { download } from '../../parts/download.ts';
import { actorName } from '../../parts/event-name.ts';
import { useFormats } from '../../parts/formats.ts';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { Events } from './events.tsx';
import { Filter } from './filter.tsx';
import { Histogram } from './histogram.tsx';
import { LogProof } from './log-proof.tsx';
import { EXPORTED, eventsQuery, exported } from './reading.ts';
import { useAuditSearch, useFilter } from './search.ts';

const CheckFile = lazy(async () => ({ default: (await import('./check-file.tsx')).CheckFile }));

/** Who did what when, in everything that was ever recorded, and the proof that it was not changed. */
export const Page = () => {
  const { t } = useTranslation();
  const { number } = useFormats();
  const client = useQueryClient();
  const { search } = useAuditSearch();
  const filter = useFilter(search);
  const pages = useInfiniteQuery(eventsQuery(search, filter));
  const [checksFile, setChecksFile] = useState(false);
  const exporting = useMutation({
    mutationFn: async () => {
      const text = await exported(search, filter);
      download('events.ndjson', new Blob([text], { type: 'application/x-ndjson' }));
      // The last line is the proof.
      return text.split('\n').length - 2;
    },
  });
  const events = pages.data?.pages.flatMap((page) => page.events) ?? [];
  const actors = [...new Set(events.map(({ actor }) => actorName(actor)))].sort();
  const types = [...new Set(events.map(({ type }) => type))];
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Title order={1}>{t('nav.audit')}</Title>
        <Group gap="xs">
          <Button
            size="md"
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => void client.resetQueries({ queryKey: ['audit'] })}
          >
            {t('shell.readAgain')}
          </Button>
          <Button
            size="md"
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            {t('audit.export')}
          </Button>
          <Button
            size="md"
            variant="default"
            leftSection={<IconShieldSearch size={18} aria-hidden />}
            onClick={() => setChecksFile(true)}
          >
            {t('audit.checkFile')}
          </Button>
        </Group>
      </Group>
      {exporting.error && <RefusalNote refusal={{ words: wordsOf(exporting.error), field: undefined }} />}
      {exporting.data === EXPORTED && (
        <Alert color="orange" role="status">
          {t('audit.exportPart', { events: number(EXPORTED) })}
        </Alert>
      )}
      <LogProof />
      <Filter actors={actors} types={types} />
      <Histogram filter={filter} />
      <Events pages={pages} />
      <Suspense>{checksFile && <CheckFile onClose={() => setChecksFile(false)} />}</Suspense>
    </>
  );
};
