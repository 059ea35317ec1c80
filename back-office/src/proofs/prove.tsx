import { Alert, Button } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../api.ts';
import { useFormats } from '../parts/formats.ts';
import { type Leaf, prove } from './inclusion.ts';

interface ProveProps {
  readonly event: Leaf;
  /** Whether it was asked for already. Else a button asks. */
  readonly atOnce?: boolean;
}

/** Proves, in this browser, that an event stands in the signed log as it is shown. */
export const Prove = ({ event, atOnce = false }: ProveProps) => {
  const { t } = useTranslation();
  const { day, time, number } = useFormats();
  const [isAsked, setAsked] = useState(atOnce);
  const {
    data: verdict,
    error,
    isFetching,
  } = useQuery({
    queryKey: ['proof', event.id],
    queryFn: () => prove(event),
    enabled: isAsked,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Whoever opens it again wants it computed again.
    gcTime: 0,
  });
  if (error) return <Alert color="red">{wordsOf(error)}</Alert>;
  if (!verdict) {
    return (
      <Button
        size="sm"
        variant="default"
        leftSection={<IconShieldCheck size={18} aria-hidden />}
        loading={isFetching}
        onClick={() => setAsked(true)}
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
