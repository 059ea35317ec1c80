import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePoint } from '../points.ts';
import { boardQuery } from '../reading/board.ts';
import { useMay } from '../session/session.ts';
import { createHintTaker } from './apply.ts';
import { type FeedState, openFeed } from './feed.ts';

/** Keeps what the pages have read as it is now at the point, and says whether the server is there. */
export const useLive = (): FeedState => {
  const client = useQueryClient();
  const { id } = usePoint();
  const may = useMay();
  const isFed = may.reading('streamPoint');
  const [state, setState] = useState<FeedState>({ isLost: false });
  useEffect(() => {
    if (!isFed) return;
    const taker = createHintTaker(client, id);
    // Perhaps the session has ended: then the sign-in page is next.
    const onRefused = (): void => void client.invalidateQueries({ queryKey: ['session'] });
    const readUpTo = async (): Promise<number | null> => {
      const query = { ...boardQuery(id, { at: undefined, asAuditor: false }), staleTime: Number.POSITIVE_INFINITY };
      return (await client.fetchQuery(query).catch(() => null))?.position ?? null;
    };
    const close = openFeed(id, { readUpTo, onHint: taker.take, onState: setState, onGap: taker.takeAll, onRefused });
    return () => {
      taker.stop();
      close();
    };
  }, [client, id, isFed]);
  return state;
};
