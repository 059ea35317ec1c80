import { Alert, Badge, Button, FileInput, Group, Loader, Progress, Stack, Switch, Text, Title } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../../src/brand-file/problems.ts';
import { wordsOf } from '../../api.ts';
import { Panel } from '../../parts/panel.tsx';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import {
  ApplyRefused,
  carryOut,
  isEmpty,
  type NewSecret,
  planOf,
  readFiles,
  refusedOf,
  termsOf,
} from './brand-work.ts';
import { PlanTable } from './plan-table.tsx';
import { countsOf, planItems } from './plan-words.ts';
import { Problems } from './problems.tsx';

interface Asked {
  readonly files: readonly File[];
  readonly prune: boolean;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** Applies the file of a brand: it is read, shown as what would change, and carried out. What was broken off goes on with what is left. */
export const ApplyFile = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Asked>({ files: [], prune: false });
  const [percent, setPercent] = useState(0);
  const [secrets, setSecrets] = useState<readonly NewSecret[]>([]);
  const untold = useRef(0);
  const reading = useMutation({
    mutationFn: async ({ files, prune }: Asked) => {
      const { chosen: read, problems } = await readFiles(files);
      if (!read) return { problems };
      const [plan, terms] = await Promise.all([planOf(read, prune), termsOf()]);
      if (plan.problems.length > 0) return { problems: plan.problems };
      const refused = await refusedOf(plan);
      return refused.length > 0 ? { problems: refused } : { read, plan, terms, problems: NO_PROBLEMS };
    },
  });
  const sending = useMutation({
    mutationFn: async () => {
      setPercent(0);
      const { read, plan } = reading.data!;
      return carryOut(read!, chosen.prune, plan!, {
        progress: setPercent,
        onSecret: (made) => {
          if (made.api_key !== undefined) untold.current += 1;
          setSecrets((before) => [...before, made]);
        },
      });
    },
    // Also after a failure: a part of it has been carried out.
    onSettled: () => readAnew(),
  });
  /** Every page shows something of it. A brand that had no point leaves this page then: not before its secrets were seen. */
  const readAnew = async (): Promise<void> => {
    if (untold.current === 0) await client.invalidateQueries();
  };
  const hasSeen = (): void => {
    untold.current -= 1;
    setSecrets((before) => before.filter((it) => it !== secret));
    if (!sending.isPending) void readAnew();
  };
  const choose = (next: Asked): void => {
    setChosen(next);
    setSecrets([]);
    sending.reset();
    if (next.files.length > 0) reading.mutate(next);
    else reading.reset();
  };
  const { plan, terms, problems = NO_PROBLEMS } = reading.data ?? {};
  const shown = sending.data ?? plan;
  const items = shown && planItems(shown);
  const isDone = sending.isSuccess && shown !== undefined && isEmpty(shown);
  const failure = reading.error ?? sending.error;
  const secret = secrets.find(({ api_key }) => api_key !== undefined);
  const lost = secrets.filter(({ api_key }) => api_key === undefined);
  return (
    <Panel label={t('setUp.fileApply')}>
      <Stack>
        <div>
          <Title order={2}>{t('setUp.fileApply')}</Title>
          <Text c="dimmed">{t('setUp.fileApplyWhat')}</Text>
        </div>
        <FileInput
          size="md"
          multiple
          label={t('setUp.fileChoose')}
          description={t('setUp.fileBeside')}
          accept=".yaml,.yml,.geojson,.json,image/jpeg,image/png,image/webp"
          leftSection={<IconFileText size={18} aria-hidden />}
          placeholder="brand.yaml"
          disabled={sending.isPending}
          value={[...chosen.files]}
          onChange={(files) => choose({ ...chosen, files })}
        />
        <Switch
          size="md"
          label={t('setUp.filePrune')}
          description={t('setUp.filePruneWhat')}
          disabled={sending.isPending}
          checked={chosen.prune}
          onChange={({ currentTarget }) => choose({ ...chosen, prune: currentTarget.checked })}
        />
        {reading.isPending && <Loader type="dots" mx="auto" />}
        {failure && (
          <RefusalNote
            refusal={{
              words: `${wordsOf(failure)}${failure instanceof ApplyRefused || sending.error ? ` ${t('setUp.fileLeft')}` : ''}`,
              field: undefined,
            }}
          />
        )}
        <Problems problems={problems} />
        {lost.length > 0 && (
          <Alert color="orange">{t('setUp.fileKeyLost', { names: lost.map(({ name }) => name).join(', ') })}</Alert>
        )}
        {isDone && (
          <Alert color="sea" role="status">
            {t('setUp.fileDone')}
          </Alert>
        )}
        {shown && !isDone && isEmpty(shown) && <Text role="status">{t('setUp.fileSame')}</Text>}
        {items && !isDone && items.length > 0 && (
          <Group gap="xs" role="status">
            {countsOf(items).map(([kind, count]) => (
              <Badge key={kind} size="lg" variant="light" color={kind === 'removed' ? 'red' : 'sea'}>
                {t(`setUp.plan.kind.${kind}`)}: {count}
              </Badge>
            ))}
          </Group>
        )}
        {sending.isPending && <Progress value={percent} size="lg" aria-label={t('setUp.fileSending')} />}
        {shown && !isDone && !isEmpty(shown) && (
          <Group>
            <Button
              size="md"
              loading={sending.isPending || reading.isPending}
              onClick={() => (sending.error ? choose(chosen) : sending.mutate())}
            >
              {t(sending.error ? 'setUp.fileAgain' : 'setUp.fileDo')}
            </Button>
          </Group>
        )}
        {items && terms && !isDone && <PlanTable items={items} terms={terms} />}
      </Stack>
      {secret && (
        <SecretDialog
          key={secret.api_key}
          title={secret.name}
          what={t('integrations.keyWhat')}
          secret={secret.api_key!}
          onClose={hasSeen}
        />
      )}
    </Panel>
  );
};
