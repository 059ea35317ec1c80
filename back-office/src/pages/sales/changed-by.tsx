import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auditor } from '../../api.ts';
import { actorName, useEventName } from '../../parts/event-name.ts';
import { useFormats } from '../../parts/formats.ts';
import { ErrorNote } from '../../parts/refusal-note.tsx';
import { Prove } from '../../proofs/prove.tsx';
import { useMay } from '../../session/session.ts';
import { PageLink } from '../../shell/page-link.tsx';

type ChangeEvent = Answer<'compareOlapReports'>['rows'][number]['events'][number];

/** An event that changed a row: what happened when, to which cheque; for auditors also who did it, and its proof. */
export const ChangedBy = ({ event }: { readonly event: ChangeEvent }) => {
  const { t } = useTranslation();
  const { day, time } = useFormats();
  const nameOf = useEventName();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const { type, order_id, cheque_number, occurred_at } = event;
  const numberOf = (id: number): string =>
    cheque_number === null ? t('order.card', { number: id }) : t('order.cheque', { number: cheque_number });
  return (
    <div>
      <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
        <div>
          {order_id === null ? (
            nameOf(type)
          ) : (
            <PageLink to="/orders/$orderId" params={{ orderId: String(order_id) } as never}>
              {nameOf(type)} · {numberOf(order_id)}
            </PageLink>
          )}
          <Text size="sm" c="dimmed">
            {day(occurred_at)}, {time(occurred_at)}
          </Text>
        </div>
        {may.audit && (
          <Button size="sm" px={8} variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('sales.proof')}
          </Button>
        )}
      </Group>
      {isOpen && <WhoAndProof event={event} />}
    </div>
  );
};

const WhoAndProof = ({ event: { event_id, position, type, recorded_at } }: { readonly event: ChangeEvent }) => {
  const { t } = useTranslation();
  const { day, time } = useFormats();
  const { data, error } = useQuery({
    queryKey: ['audit', 'event', position],
    // The one event: when an auditor reads of a person, that is recorded.
    queryFn: async ({ signal }) => {
      const query = { after: position - 1, limit: 1 };
      const { data: found } = await auditor.api.GET('/audit/v1/events', { params: { query }, signal });
      return found?.events[0] ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Stack gap="xs" mb="xs">
      <ErrorNote error={error} />
      {!data && !error && <Loader type="dots" aria-label="…" />}
      {data && (
        <Text size="sm">
          {actorName(data.actor)} · {t('order.recordedLater', { day: day(recorded_at), time: time(recorded_at) })}
        </Text>
      )}
      <Prove event={{ id: event_id, position, type }} atOnce />
    </Stack>
  );
};
