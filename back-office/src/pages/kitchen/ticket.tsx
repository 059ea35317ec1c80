import { IconArmchair, IconMessage2, IconMotorbike, IconPaperBag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { durationOf } from '../../parts/duration.ts';
import { useFormats } from '../../parts/formats.ts';
import { onFirstTap } from '../../parts/second-tap.ts';
import { useFresh } from '../../parts/use-fresh.ts';
import { useAct } from '../../reading/act.ts';
import { useCanAct } from '../../reading/board.ts';
import { afterStep, numberOf, perUnit, printedLines, timingOf, typeOf } from '../../reading/order-facts.ts';
import type { Order } from '../../reading/types.ts';
import { useMay } from '../../session/session.ts';
import classes from './kitchen.module.css';

const ICONS = { hall: IconArmchair, takeaway: IconPaperBag, delivery: IconMotorbike } as const;

interface TicketProps {
  readonly order: Order;
  readonly clock: string;
  readonly isDone: boolean;
}

/** One order for the kitchen, to be read from two metres: dishes, modifiers and comments, its age, one large button. */
export const Ticket = ({ order, clock, isDone }: TicketProps) => {
  const { t } = useTranslation();
  const { number, time } = useFormats();
  const may = useMay();
  const act = useAct();
  const canAct = useCanAct();
  const isFresh = useFresh(order);
  const { age, urgency, due } = timingOf(order, clock);
  const type = typeOf(order);
  const Icon = ICONS[type];
  const step = order.status === 'UNCONFIRMED_ORDER' ? 'StartCooking' : 'PackOrder';
  const take = (): void =>
    void act(step, { order_id: order.order_id }, { order: { before: order, after: afterStep(order, step) } });
  return (
    <article
      className={classes.ticket}
      data-urgency={urgency}
      data-cooking={order.status === 'COOKING' || undefined}
      data-fresh={isFresh || undefined}
      aria-label={t('order.card', { number: numberOf(order) })}
    >
      <header>
        <strong>{numberOf(order)}</strong>
        <span className={classes.where}>
          <Icon size={22} aria-hidden />
          {order.table_name ?? t(`type.${type}`)}
        </span>
        <span className={classes.age} data-urgency={urgency}>
          {durationOf(age, t)}
          {due !== undefined && <small>{t('kitchen.due', { time: time(due) })}</small>}
        </span>
      </header>
      {order.comment && (
        <p className={classes.note}>
          <IconMessage2 size={20} aria-hidden /> {order.comment}
        </p>
      )}
      <ul>
        {printedLines(order).map(({ line_id, name, quantity, modifiers, comment }) => (
          <li key={line_id}>
            <span className={classes.dish}>
              <b>{number(quantity)}</b>
              <span>{name}</span>
            </span>
            {modifiers.map((modifier) => (
              <span key={modifier.line_id} className={classes.modifier}>
                + {perUnit(modifier, { quantity }) === 1 ? '' : `${number(perUnit(modifier, { quantity }))} × `}
                {modifier.name}
              </span>
            ))}
            {comment && <span className={classes.lineNote}>{comment}</span>}
          </li>
        ))}
      </ul>
      {canAct && !isDone && may.command(step) && (
        <button type="button" className={classes.step} data-step={step} onClick={onFirstTap(take)}>
          {t(`kitchen.${step}`)}
        </button>
      )}
    </article>
  );
};
