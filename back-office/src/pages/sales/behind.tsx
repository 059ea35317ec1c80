import { Alert, Button, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { partner, wordsOf } from '../../api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useEventName } from '../../parts/event-name.ts';
import { useFormats } from '../../parts/formats.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import { Prove } from '../../proofs/prove.tsx';
import { keysOf } from '../../reading/keys.ts';
import { useMay } from '../../session/session.ts';
import { PageLink } from '../../shell/page-link.tsx';
import type { Sales } from './asked.ts';
import { titlesOf, typesOf, useLabels } from './labels.ts';
import type { Report } from './pivot.ts';
import type { KeyValue } from './pivoted.ts';
import { bodyOf } from './question.ts';
import { isSameSum, sumOf } from './reckoning.ts';

/** A value of the table. */
export interface Cell {
  readonly cell: Readonly<Record<string, KeyValue>>;
  readonly measure: string;
  readonly names: readonly string[];
  /** The position that the table is true of. */
  readonly asOf: number;
}

interface BehindProps {
  readonly sales: Sales;
  readonly report: Report;
  readonly cell: Cell;
  readonly onClose: () => void;
}

type Item = Answer<'getOlapDetails'>['items'][number];

const PAGE = 200;
/** So many of them are drawn at first. */
const DRAWN = 40;

/** The cheques and events behind a value. The page adds them up itself, and says whether they come to it. */
export const Behind = ({ sales, report, cell: { cell, measure, names, asOf }, onClose }: BehindProps) => {
  const { t } = useTranslation();
  const { figureOf } = useLabels();
  const { pivoted, period, scope, point } = sales;
  const type = typesOf(report).get(measure);
  const body = {
    ...bodyOf({ ...pivoted, measures: [measure] }, [...pivoted.rows, ...pivoted.columns], period, { ...scope, asOf }),
    cell,
    limit: PAGE,
  };
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: [...keysOf(point.id).reports, 'behind', body],
    queryFn: ({ signal, pageParam }) => partner.reports.olapDetails({ ...body, after_id: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.has_more ? last.next_after_id : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const [drawn, setDrawn] = useState(DRAWN);
  const shown = items.slice(0, drawn);
  const value = data?.pages[0]?.value[measure] ?? null;
  return (
    <Dialog onClose={onClose} size="lg" title={[...names, titlesOf(report).get(measure)].join(', ')}>
      <Stack>
        <Text fz={28} fw={700}>
          {figureOf(value, type)}
        </Text>
        {error && <Alert color="orange">{wordsOf(error)}</Alert>}
        {data && !hasNextPage && <Reckoned {...{ items, measure, value, type }} />}
        {data && (
          <WideTable
            label={t('sales.behind')}
            heads={[t('sales.event'), { figure: titlesOf(report).get(measure)! }, { acts: t('sales.more') }]}
          >
            {shown.map((item) => (
              <Row key={`${item.position} ${item.cheque_id}`} {...{ item, measure, type }} />
            ))}
          </WideTable>
        )}
        {data && items.length === 0 && <Text c="dimmed">{t('sales.nothingBehind')}</Text>}
        {isFetching && <Loader mx="auto" />}
        {(hasNextPage || shown.length < items.length) && !isFetching && (
          <Button
            variant="default"
            size="md"
            onClick={() => {
              setDrawn(drawn + PAGE);
              if (shown.length === items.length) void fetchNextPage();
            }}
          >
            {t('sales.moreBehind', { count: shown.length })}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
};

interface ReckonedProps {
  readonly items: readonly Item[];
  readonly measure: string;
  readonly value: number | null;
  readonly type: string | undefined;
}

/** What this browser has added up, beside what the server said. */
const Reckoned = ({ items, measure, value, type }: ReckonedProps) => {
  const { t } = useTranslation();
  const { figureOf } = useLabels();
  const sum = sumOf(items, measure);
  if (sum === undefined || value === null)
    return items.length > 0 ? <Text c="dimmed">{t('sales.quotient')}</Text> : null;
  const words = { count: items.length, value: figureOf(sum, type) };
  return isSameSum(sum, value) ? (
    <Alert color="sea" icon={<IconCheck aria-hidden />} role="status">
      {t('sales.addsUp', words)}
    </Alert>
  ) : (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {t('sales.addsUpNot', words)}
    </Alert>
  );
};

const Row = ({ item, measure, type }: { item: Item; measure: string; type: string | undefined }) => {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { figureOf } = useLabels();
  const nameOf = useEventName();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const { order_id, cheque_number, business_date, contribution, distinct, position, event_id } = item;
  // What is counted once each: how many of them this record names.
  const share = measure in contribution ? contribution[measure]! : distinct[measure]?.length;
  const what = cheque_number !== null ? t('order.cheque', { number: cheque_number }) : nameOf(item.type);
  return (
    <Fragment>
      <tr>
        <td>
          {order_id === null ? (
            what
          ) : (
            <PageLink to="/orders/$orderId" params={{ orderId: String(order_id) } as never}>
              {what}
            </PageLink>
          )}
          <Text size="sm" c="dimmed">
            {nameOf(item.type)}, {day(`${business_date} 00:00:00`)}
          </Text>
        </td>
        <td data-figure>{share === undefined ? '–' : figureOf(share, type)}</td>
        <td>
          {may.audit && (
            <Button size="sm" px={8} variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('sales.proof')}
            </Button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={3}>
            <Text size="sm" c="dimmed" mb="xs">
              {t('order.position', { position, type: item.type })}
            </Text>
            <Prove event={{ id: event_id, position, type: item.type }} atOnce />
          </td>
        </tr>
      )}
    </Fragment>
  );
};
