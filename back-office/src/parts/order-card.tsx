import { Button, Group } from '@mantine/core';
import { IconArmchair, IconClockExclamation, IconHourglassLow, IconMotorbike, IconPaperBag } from '@tabler/icons-react';
import { lazy, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../reading/act.ts';
import { useCanAct } from '../reading/board.ts';
import { afterStep, nextStep, numberOf, type Step, timingOf, typeOf } from '../reading/order-facts.ts';
import type { Order } from '../reading/types.ts';
import { useMay } from '../session/session.ts';
import { PageLink } from '../shell/page-link.tsx';
import { durationOf } from './duration.ts';
import { useFormats } from './formats.ts';
import { MoreSteps } from './more-steps.tsx';
import classes from './order-card.module.css';
import { onFirstTap } from './second-tap.ts';
import { useFresh } from './use-fresh.ts';

const ICONS = { hall: IconArmchair, takeaway: IconPaperBag, delivery: IconMotorbike } as const;

const PayDialog = lazy(async () => ({ default: (await import('./pay-dialog.tsx')).PayDialog }));

interface OrderCardProps {
  readonly order: Order;
  /** The venue's clock, by which ages count. */
  readonly clock: string;
}

/** An open order: what, for whom, how it stands with its time, and the step it waits for. */
export const OrderCard = memo(({ order, clock }: OrderCardProps) => {
  const { t } = useTranslation();
  const { money } = useFormats();
  const type = typeOf(order);
  const Icon = ICONS[type];
  const { urgency } = timingOf(order, clock);
  const isFresh = useFresh(order);
  const number = numberOf(order);
  const names = order.items.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity}\u00a0×\u00a0${name}`));
  return (
    <article
      data-order
      tabIndex={-1}
      className={classes.card}
      data-urgency={urgency}
      data-fresh={isFresh || undefined}
      aria-label={t('order.card', { number })}
    >
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <PageLink to="/orders/$orderId" params={{ orderId: String(order.order_id) }} className={classes.number}>
          {number}
        </PageLink>
        <Timing order={order} clock={clock} />
      </Group>
      <p className={classes.type}>
        <Icon size={16} aria-hidden />
        <span>{[order.table_name ?? t(`type.${type}`), order.client.name].filter(Boolean).join(' · ')}</span>
      </p>
      <p className={classes.lines}>{names.join(', ') || t('order.noLines')}</p>
      {order.comment && <p className={classes.comment}>{order.comment}</p>}
      <div className={classes.foot}>
        <span className={classes.total}>{money(order.total_amount)}</span>
        <Steps order={order} />
      </div>
    </article>
  );
});

const Timing = ({ order, clock }: OrderCardProps) => {
  const { t } = useTranslation();
  const { time } = useFormats();
  const { age, left, due, urgency } = timingOf(order, clock);
  if (left === undefined) {
    return (
      <span className={classes.timing} data-urgency={urgency}>
        {durationOf(age, t)}
      </span>
    );
  }
  return (
    <span className={classes.timing} data-urgency={urgency} title={time(due!)}>
      {urgency === 'late' && <IconClockExclamation size={15} aria-hidden />}
      {urgency === 'soon' && <IconHourglassLow size={15} aria-hidden />}
      {left < 0
        ? t('order.late', { time: durationOf(-left, t) })
        : left > 90
          ? t('order.dueAt', { time: time(due!) })
          : t('order.dueIn', { time: durationOf(left, t) })}
    </span>
  );
};

const Steps = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation();
  const may = useMay();
  const act = useAct();
  const canAct = useCanAct();
  const [isPaying, setPaying] = useState(false);
  const step = nextStep(order);
  if (!canAct) return null;
  const take = (name: Step): void => {
    if (name === 'CloseCheque') setPaying(true);
    else void act(name, { order_id: order.order_id }, { order: { before: order, after: afterStep(order, name) } });
  };
  return (
    <Group gap={4} wrap="nowrap">
      {step && may.command(step) && (
        <Button
          data-step
          size="sm"
          px={14}
          variant={step === 'CloseCheque' ? 'filled' : 'light'}
          onClick={onFirstTap(() => take(step))}
        >
          {t(`step.${step}`)}
        </Button>
      )}
      <MoreSteps order={order} onPay={() => setPaying(true)} />
      <Suspense>{isPaying && <PayDialog order={order} onClose={() => setPaying(false)} />}</Suspense>
    </Group>
  );
};
