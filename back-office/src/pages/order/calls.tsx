import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { useTranslation } from 'react-i18next';
import { venue } from '../../api.ts';
import { useFormats } from '../../parts/formats.ts';
import { Panel } from '../../parts/panel.tsx';
import { usePoint } from '../../points.ts';
import { keysOf } from '../../reading/keys.ts';
import classes from './order.module.css';

type Call = Answer<'listDeliveries'>['deliveries'][number];

/** An order has few calls; those of a receiver that heard of it hundreds of times stand on the page of integrations. */
const SHOWN = 50;

const callsQuery = (pointId: string, orderId: number) =>
  queryOptions({
    queryKey: [...keysOf(pointId).order(orderId), 'calls'],
    queryFn: async ({ signal }): Promise<readonly Call[]> => {
      const asked = { params: { query: { order_id: orderId, limit: SHOWN } }, signal };
      return (await venue.api.GET('/venue/v1/deliveries', asked)).data!.deliveries;
    },
    // A receiver's answer is no event, so no hint tells of it.
    refetchInterval: 15_000,
  });

/** What the loyalty service and the partners were told of the order, and what they answered. Nothing was: no section. */
export const Calls = ({ orderId }: { readonly orderId: number }) => {
  const { t } = useTranslation();
  const { time } = useFormats();
  const { id } = usePoint();
  const { data: calls = [] } = useQuery(callsQuery(id, orderId));
  if (calls.length === 0) return null;
  return (
    <Panel label={t('order.calls')}>
      <Text fw={600}>{t('order.calls')}</Text>
      {calls.map((call) => (
        <div key={call.id} className={classes.fact}>
          <Text>
            {t(`order.callTo.${call.kind === 'loyalty' ? 'loyalty' : 'webhook'}`)} · {call.event}
          </Text>
          <Text size="sm" c={call.status === 'undelivered' ? 'var(--late)' : 'dimmed'}>
            {t(`order.callIs.${call.status}`, { count: call.attempts.length })}
            {answerOf(call)}
            {call.next_attempt_at !== null && ` · ${t('order.callNext', { time: time(call.next_attempt_at) })}`}
          </Text>
        </div>
      ))}
    </Panel>
  );
};

/** What the receiver said at last: its status, or why there was none. */
const answerOf = ({ attempts, reason, message }: Call): string => {
  const last = attempts.at(-1);
  return [last?.status_code ?? last?.failure, reason, message]
    .filter((part) => part !== undefined && part !== null)
    .map((part) => ` · ${part}`)
    .join('');
};
