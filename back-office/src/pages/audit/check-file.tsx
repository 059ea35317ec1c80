import { Alert, FileInput, List, Loader, Stack, Text } from '@mantine/core';
import { IconFileText, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { auditor, wordsOf } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { type CheckedExport, checkExport, type Problem } from '../../proofs/exported.ts';

/** So many problems are named one by one. */
const NAMED = 10;

/** Checks an export that somebody brings, in this browser: against the key of the log, or an earlier one. */
export const CheckFile = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const checking = useMutation({
    mutationFn: async (file: File) => {
      const key = await auditor.proofs.key();
      return checkExport(await file.text(), [key.verifier_key, ...key.earlier]);
    },
  });
  return (
    <Dialog onClose={onClose} size="lg" title={t('audit.checkFile')}>
      <Stack>
        <FileInput
          size="md"
          label="NDJSON"
          accept=".ndjson,.jsonl,application/x-ndjson"
          leftSection={<IconFileText size={18} aria-hidden />}
          placeholder={t('audit.checkFile')}
          onChange={(file) => file && checking.mutate(file)}
        />
        {checking.isPending && <Loader type="dots" aria-label="…" />}
        {checking.error && <RefusalNote refusal={{ words: wordsOf(checking.error), field: undefined }} />}
        {checking.data && <Checked checked={checking.data} />}
      </Stack>
    </Dialog>
  );
};

/** What the check of an export has found. */
export const Checked = ({ checked }: { readonly checked: CheckedExport }) => {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { events, size, problems, sealed, older } = checked;
  const worded = ({ why, line, position }: Problem): string => {
    const what = t(`audit.wrong.${why}`);
    if (line !== undefined) return t('audit.line', { line, what });
    return position === undefined ? what : t('audit.atPosition', { position, what });
  };
  if (problems.length > 0) {
    const more = problems.length - NAMED;
    return (
      <Alert color="red" icon={<IconShieldX aria-hidden />} role="alert" title={t('audit.fileWrong')}>
        <List>
          {problems.slice(0, NAMED).map((problem) => (
            <List.Item key={JSON.stringify(problem)}>{worded(problem)}</List.Item>
          ))}
        </List>
        {more > 0 && t('audit.andMore', { count: more })}
      </Alert>
    );
  }
  return (
    <Alert color="sea" icon={<IconShieldCheck aria-hidden />} role="status">
      {t('audit.fileSound', { count: events, size: number(size) })}
      {sealed > 0 && <Text size="sm">{t('audit.fileSealed', { count: sealed })}</Text>}
      {older > 0 && <Text size="sm">{t('audit.fileOlder', { count: older })}</Text>}
    </Alert>
  );
};
