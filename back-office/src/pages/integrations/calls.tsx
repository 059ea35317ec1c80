import { Badge, Button, Group, Loader, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { BoxedList } from '../../parts/boxed-list.tsx';
import { useFormats } from '../../parts/formats.ts';
import { ErrorNote, RefusalNote } from '../../parts/refusal-note.tsx';
import { useChange } from '../../place.ts';
import { sendCommand } from '../../reading/act.ts';
import { useMay } from '../../session/session.ts';
import classes from './integrations.module.css';
import {
  type Call,
  type CallFilter,
  type CallStatus,
  callQuery,
  callsQuery,
  KEYS,
  keysQuery,
  resendAll,
  undeliveredIds,
} from './reading.ts';

const STATUSES: readonly CallStatus[] = ['pending', 'delivered', 'undelivered'];
const KINDS = ['webhook', 'loyalty'] as const;
const COLOURS = { pending: 'orange', delivered: 'sea', undelivered: 'red' } as const;

const filterOf = ({ status, kind, key }: Readonly<Record<string, unknown>>): CallFilter => ({
  ...(STATUSES.some((each) => each === status) && { status: status as CallStatus }),
  ...(KINDS.some((each) => each === kind) && { kind: kind as CallFilter['kind'] }),
  ...(typeof key === 'string' && { key_id: key }),
});

/** Every call to a partner or to the loyalty service: how it went, what was answered, when it is tried again. */
export const Calls = () => {
  const { t } = useTranslation();
  const may = useMay();
  const filter = useSearch({ strict: false, select: filterOf, structuralSharing: true } as never) as CallFilter;
  const { data: keys = [] } = useQuery(keysQuery);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    callsQuery(filter),
  );
  const [isAsking, setAsking] = useState(false);
  const set = useChange<Record<string, unknown>>();
  const calls = data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
  const nameOf = (id: string | null): string =>
    keys.find(({ key_id }) => key_id === id)?.name ?? t('integrations.loyalty');
  const canResendAll = may.command('ResendDelivery') && calls.some(({ status }) => status === 'undelivered');
  return (
    <Stack>
      <div className={classes.filter}>
        <Select
          size="md"
          label={t('integrations.status')}
          placeholder={t('audit.any')}
          clearable
          data={STATUSES.map((value) => ({ value, label: t(`integrations.statusOf.${value}`) }))}
          value={filter.status ?? null}
          onChange={(status) => set({ status: status ?? undefined })}
        />
        <Select
          size="md"
          label={t('integrations.kind')}
          placeholder={t('audit.any')}
          clearable
          data={KINDS.map((value) => ({ value, label: t(`integrations.kindOf.${value}`) }))}
          value={filter.kind ?? null}
          onChange={(kind) => set({ kind: kind ?? undefined })}
        />
        <Select
          size="md"
          label={t('integrations.key')}
          placeholder={t('audit.any')}
          clearable
          searchable
          data={keys.map(({ key_id, name }) => ({ value: key_id, label: name }))}
          value={filter.key_id ?? null}
          onChange={(key) => set({ key: key ?? undefined })}
        />
        {canResendAll && (
          <Button size="md" variant="default" onClick={() => setAsking(true)}>
            {t('integrations.resendAll')}
          </Button>
        )}
      </div>
      <ErrorNote error={error} />
      {isPending && <Loader type="dots" aria-label="…" />}
      {!isPending && !error && calls.length === 0 && (
        <Stack gap={2}>
          <Text fw={600}>{t('integrations.noCalls')}</Text>
          <Text c="dimmed">{t('integrations.noCallsWhat')}</Text>
        </Stack>
      )}
      <BoxedList label={t('integrations.calls')} isOrdered>
        {calls.map((call) => (
          <li key={call.id}>
            <OneCall call={call} to={nameOf(call.key_id)} />
          </li>
        ))}
      </BoxedList>
      {hasNextPage && (
        <Button size="md" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('shell.showMore')}
        </Button>
      )}
      {isAsking && <ResendAll filter={filter} onClose={() => setAsking(false)} />}
    </Stack>
  );
};

const ResendAll = ({ filter, onClose }: { readonly filter: CallFilter; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <AskDialog
      title={t('integrations.resendAll')}
      ask={t('integrations.resendAllAsk')}
      send={t('integrations.resend')}
      colour="sea"
      onClose={onClose}
      onSend={async () => {
        const { sent, refusals } = await resendAll(await undeliveredIds(filter));
        await client.invalidateQueries({ queryKey: KEYS.calls });
        const words = [t('integrations.resent', { count: sent }), ...refusals].join(' ');
        notifications.show({ color: refusals.length > 0 ? 'orange' : 'sea', message: words });
      }}
    />
  );
};

const OneCall = ({ call, to }: { readonly call: Call; readonly to: string }) => {
  const { t } = useTranslation();
  const { day, time } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { event, status, created_at, attempts } = call;
  const last = attempts.at(-1);
  return (
    <>
      <UnstyledButton className={classes.call} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Badge size="lg" variant="light" color={COLOURS[status]}>
          {t(`integrations.statusOf.${status}`)}
        </Badge>
        <div>
          <Text fw={600}>
            {event}
            <Text span c="dimmed" fw={400}>
              {' '}
              · {to}
            </Text>
          </Text>
          <Text size="sm" c="dimmed">
            {day(created_at)}, {time(created_at)} · {t('integrations.attempts', { count: attempts.length })}
            {last && ` · ${last.status_code ?? last.failure ?? ''}`}
          </Text>
        </div>
      </UnstyledButton>
      {isOpen && <Opened call={call} />}
    </>
  );
};

/** The attempts of a call, its body, and another try. */
const Opened = ({
  call: { id, status, attempts, next_attempt_at, url, reason, message, order_id },
}: {
  readonly call: Call;
}) => {
  const { t } = useTranslation();
  const { day, time, timeWithSeconds, number } = useFormats();
  const may = useMay();
  const client = useQueryClient();
  const { data: whole } = useQuery(callQuery(id));
  const [refusal, setRefusal] = useState<string>();
  const resend = async (): Promise<void> => {
    setRefusal(undefined);
    try {
      await sendCommand('ResendDelivery', { delivery_id: id });
    } catch (error) {
      setRefusal(wordsOf(error));
    }
    await client.invalidateQueries({ queryKey: KEYS.calls });
  };
  return (
    <div className={classes.opened}>
      <Text className={classes.wrap}>{url}</Text>
      {order_id !== null && <Text>{t('order.card', { number: order_id })}</Text>}
      {reason !== null && <Text>{t('integrations.reason', { reason })}</Text>}
      {message !== null && <Text>{t('integrations.answered', { message })}</Text>}
      {attempts.length > 0 && (
        <ol className={classes.attempts}>
          {attempts.map(({ at, status_code, failure, duration_ms }) => (
            <li key={at}>
              {day(at)}, {timeWithSeconds(at)}: {status_code ?? failure} ({number(duration_ms)} ms)
            </li>
          ))}
        </ol>
      )}
      {next_attempt_at !== null && (
        <Text>{t('integrations.next', { day: day(next_attempt_at), time: time(next_attempt_at) })}</Text>
      )}
      {whole &&
        (whole.body === null ? (
          <Text c="dimmed">{t('integrations.noBody')}</Text>
        ) : (
          <pre className={classes.body} tabIndex={0} aria-label={t('integrations.body')} role="region">
            {pretty(whole.body)}
          </pre>
        ))}
      {status !== 'pending' && may.command('ResendDelivery') && (
        <Group>
          <Button size="md" variant="default" onClick={() => void resend()}>
            {t('integrations.resend')}
          </Button>
        </Group>
      )}
      {refusal !== undefined && <RefusalNote refusal={{ words: refusal, field: undefined }} />}
    </div>
  );
};

/** A body is JSON on one line. */
const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
