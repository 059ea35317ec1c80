import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import { useGo } from '../../place.ts';
import { usePoint, usePoints } from '../../points.ts';
import { numberOf, typeOf } from '../../reading/order-facts.ts';
import { useMay } from '../../session/session.ts';
import { Actions } from './actions.tsx';
import { Calls } from './calls.tsx';
import { Guest } from './guest.tsx';
import { Lines } from './lines.tsx';
import { Money } from './money.tsx';
import classes from './order.module.css';
import { Past } from './past.tsx';
import { Receipt } from './receipt.tsx';
import { useSheet } from './sheet.ts';

/** One order: what, for how much, for whom, and what happened to it. */
export const Page = () => {
  const { t } = useTranslation();
  const { day, time } = useFormats();
  const may = useMay();
  const orderId = Number(useParams({ strict: false, select: ({ orderId: id }) => id }));
  const sheet = useSheet(orderId);
  useItsPoint(sheet.point_id);
  const number = numberOf(sheet);
  const navigate = useNavigate();
  const isSlip = useSearch({ strict: false, select: (search: object) => 'slip' in search && search.slip === true });
  const showSlip = (slip: true | undefined): void =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, slip }) } as never);
  if (isSlip) return <Receipt sheet={sheet} onBack={() => showSlip(undefined)} />;
  return (
    <article aria-label={t('order.card', { number })} className={classes.order}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2}>
          <Group gap="sm">
            <Title order={1}>{t('order.title', { number })}</Title>
            <Badge size="lg" variant="light" color={colourOf(sheet.status)}>
              {t(`status.${sheet.status}`)}
            </Badge>
          </Group>
          <Text c="dimmed">
            {t(`type.${typeOf(sheet as never)}`)}
            {sheet.cheque_number != null && ` · ${t('order.cheque', { number: sheet.cheque_number })}`}
            {sheet.created_at !== null && ` · ${day(sheet.created_at)}, ${time(sheet.created_at)}`}
            {sheet.scheduled_at !== null && ` → ${time(sheet.scheduled_at)}`}
          </Text>
        </Stack>
        <Group gap="xs" className={classes.acts}>
          {sheet.now && <Actions order={sheet.now} />}
          <Button
            size="md"
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => showSlip(true)}
          >
            {t('order.printCheque')}
          </Button>
        </Group>
      </Group>
      <div className={classes.columns}>
        <Lines sheet={sheet} />
        <Stack>
          <Money sheet={sheet} />
          <Guest sheet={sheet} />
          {sheet.now && may.reading('listDeliveries') && <Calls orderId={orderId} />}
        </Stack>
      </div>
      {may.audit && <Past orderId={orderId} />}
    </article>
  );
};

/** An order is of one point, also where a link to it names another or none: its menu, its till and its clock are that one's. */
const useItsPoint = (pointId: string): void => {
  const go = useGo();
  const { id } = usePoint();
  const points = usePoints();
  const isOther = id !== pointId && points.some((point) => point.id === pointId);
  useEffect(() => {
    if (isOther) go({ point: pointId }, true);
  }, [go, isOther, pointId]);
};

const colourOf = (status: string): string =>
  status === 'DELETED' ? 'red' : status === 'CLOSED' ? 'gray' : status.startsWith('AWAITING') ? 'orange' : 'sea';
