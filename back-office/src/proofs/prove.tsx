import { Alert, Button } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../api.ts';
import { useFormats } from '../parts/formats.ts';
import { type Leaf, prove } from './inclusion.ts';

/** Proves, in this browser, that an event stands in the signed log as it is shown. */
export const Prove = ({ event }: { readonly event: Leaf }) => {
  const { t } = useTranslation();
  const { day, time, number } = useFormats();
  const proving = useMutation({ mutationFn: () => prove(event) });
  const verdict = proving.data;
  if (proving.error) return <Alert color="red">{wordsOf(proving.error)}</Alert>;
  if (!verdict) {
    return (
      <Button
        size="sm"
        variant="default"
        leftSection={<IconShieldCheck size={18} aria-hidden />}
        loading={proving.isPending}
        onClick={() => proving.mutate()}
      >
        {t('proof.prove')}
      </Button>
    );
  }
  if (!verdict.isProved) {
    return (
      <Alert color="red" icon={<IconShieldX aria-hidden />} role="alert">
        {t(`proof.${verdict.why}`)}
      </Alert>
    );
  }
  const { size, signedAt } = verdict;
  return (
    <Alert color="sea" icon={<IconShieldCheck aria-hidden />} role="status">
      {t('proof.proved', { size: number(size), day: day(signedAt), time: time(signedAt) })}
    </Alert>
  );
};
