import { Alert, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { useFormats } from '../../parts/formats.ts';
import { Panel } from '../../parts/panel.tsx';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { checkLog, forgetHead } from '../../proofs/known-head.ts';
import classes from './audit.module.css';
import { logQuery } from './reading.ts';

/** How large the signed log is, when this browser has checked it, and another check. */
export const LogProof = () => {
  const { t } = useTranslation();
  const { day, time, number } = useFormats();
  const client = useQueryClient();
  const { data, error } = useQuery(logQuery);
  const [showsDetails, setShowsDetails] = useState(false);
  const checking = useMutation({
    mutationFn: () => checkLog(new Date()),
    onSuccess: () => client.invalidateQueries({ queryKey: logQuery.queryKey }),
  });
  const verdict = checking.data;
  const failure = error ?? checking.error;
  const known = data?.known;
  const when = (instant: string) => ({ day: day(instant), time: time(instant) });
  const trust = (): void => {
    if (data) forgetHead(data.key.verifier_key);
    checking.mutate();
  };
  return (
    <Panel label={t('audit.proof')}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={2}>{t('audit.proof')}</Title>
          {data && (
            <>
              <Text>
                {t('audit.signed', { size: number(data.checkpoint.size), ...when(data.checkpoint.signed_at) })}
              </Text>
              <Text c="dimmed">
                {known
                  ? t('audit.checkedAt', { size: number(known.size), ...when(known.checkedAt) })
                  : t('audit.notChecked')}
              </Text>
            </>
          )}
        </div>
        <Group gap="xs">
          <Button
            size="md"
            leftSection={<IconShieldCheck size={18} aria-hidden />}
            loading={checking.isPending}
            onClick={() => checking.mutate()}
          >
            {t('audit.check')}
          </Button>
          <Button
            size="md"
            variant="default"
            aria-expanded={showsDetails}
            onClick={() => setShowsDetails(!showsDetails)}
          >
            {t('audit.details')}
          </Button>
        </Group>
      </Group>
      <Stack gap="sm" mt="xs">
        {failure && <RefusalNote refusal={{ words: wordsOf(failure), field: undefined }} />}
        {verdict?.isSound && (
          <Alert color="sea" icon={<IconShieldCheck aria-hidden />} role="status">
            {t('audit.sound', { size: number(verdict.head.size) })}
          </Alert>
        )}
        {verdict && !verdict.isSound && (
          <Alert color="red" icon={<IconShieldX aria-hidden />} role="alert">
            <Stack gap="xs" align="flex-start">
              {t(`audit.${verdict.why}`)}
              {verdict.why === 'key' && (
                <Button size="md" variant="default" onClick={trust}>
                  {t('audit.trust')}
                </Button>
              )}
            </Stack>
          </Alert>
        )}
        {showsDetails && data && (
          <Stack gap="xs">
            <Kept label={t('audit.keyOfLog')} text={data.key.verifier_key} />
            <Kept label={t('audit.note')} text={data.checkpoint.note} />
            <Text size="sm" c="dimmed">
              {t('audit.noteWhat')}
            </Text>
          </Stack>
        )}
      </Stack>
    </Panel>
  );
};

const Kept = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div>
    <Group justify="space-between">
      <Text fw={600}>{label}</Text>
      <CopyButton text={text} />
    </Group>
    <Code block className={classes.code}>
      {text}
    </Code>
  </div>
);
