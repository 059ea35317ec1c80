import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedState } from './feed.ts';

/** A short break is no news. */
const PATIENCE_S = 2;

/** While the server does not answer: since when. What the page shows stays, and what is typed too. */
export const ConnectionNote = ({ connection }: { readonly connection: FeedState }) => {
  const { t } = useTranslation();
  const seconds = useSecondsSince(connection.isLost ? connection.since : undefined);
  if (seconds === undefined || seconds < PATIENCE_S) return null;
  return (
    <Alert color="orange" icon={<IconPlugConnectedX aria-hidden />} role="status" py={8} style={{ flexShrink: 0 }}>
      {t('live.lost', { count: seconds })}
    </Alert>
  );
};

const useSecondsSince = (since: number | undefined): number | undefined => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (since === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [since]);
  return since === undefined ? undefined : Math.max(0, Math.floor((now - since) / 1_000));
};
