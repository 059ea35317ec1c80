import { Alert, Anchor, Button, Code, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../parts/copy-button.tsx';
import { download } from '../../parts/download.ts';
import { Panel } from '../../parts/panel.tsx';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { useMay } from '../../session/session.ts';
import classes from './set-up.module.css';

const SCHEMA = '/schemas/brand.json';
/** Instants and time zones of a file are checked by it: old browsers lack it. */
const CAN_READ = 'Temporal' in globalThis;

// It reads YAML and knows every field of a brand: loaded by whoever opens it.
const ApplyFile = lazy(async () => ({ default: (await import('./apply-file.tsx')).ApplyFile }));

/** The brand as a file: written, and applied after it was shown what would change. */
export const BrandFile = () => {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <Stack>
      <Export />
      {may.command('DefinePoint') && !CAN_READ && <Alert color="orange">{t('setUp.fileOld')}</Alert>}
      {may.command('DefinePoint') && CAN_READ && (
        <Suspense fallback={<Loader mx="auto" />}>
          <ApplyFile />
        </Suspense>
      )}
      <Panel label={t('setUp.fileProgram')}>
        <Stack gap="md">
          <div>
            <Title order={2}>{t('setUp.fileProgram')}</Title>
            <Text c="dimmed">{t('setUp.fileKey')}</Text>
          </div>
          {['export', 'apply brand.yaml'].map((what) => {
            const end = what === 'export' ? ' --out brand.yaml' : '';
            const command = `npm run brand -- ${what} --url ${location.origin} --key $VENUE_KEY${end}`;
            return (
              <div key={what} className={classes.command}>
                <Code block>{command}</Code>
                <CopyButton text={command} />
              </div>
            );
          })}
          <Text>
            {t('setUp.fileSchema')}{' '}
            <Anchor href={SCHEMA} underline="always">
              {SCHEMA}
            </Anchor>
          </Text>
        </Stack>
      </Panel>
    </Stack>
  );
};

const Export = () => {
  const { t } = useTranslation();
  const { isSending, refusal, send } = useSending();
  const write = async (): Promise<void> => {
    const { writeFile } = await import('./brand-work.ts');
    download('brand.yaml', new Blob([await writeFile()], { type: 'application/yaml' }));
  };
  return (
    <Panel label={t('setUp.file')}>
      <Stack gap="md">
        <div>
          <Title order={2}>{t('setUp.file')}</Title>
          <Text c="dimmed">{t('setUp.fileWhat')}</Text>
        </div>
        <RefusalNote refusal={refusal} />
        <Group>
          <Button
            size="md"
            loading={isSending}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void send(write)}
          >
            {t('setUp.fileExport')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
};
