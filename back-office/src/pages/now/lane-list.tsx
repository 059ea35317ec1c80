import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderCard } from '../../parts/order-card.tsx';
import type { Lane } from '../../reading/order-facts.ts';
import type { Order } from '../../reading/types.ts';
import classes from './now.module.css';

interface LaneListProps {
  readonly lane: Lane;
  readonly orders: readonly Order[];
  readonly clock: string;
  readonly hasTitle: boolean;
}

/** One lane. Only the cards that can be seen are drawn, so it may hold thousands. */
export const LaneList = ({ lane, orders, clock, hasTitle }: LaneListProps) => {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: orders.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 150,
    getItemKey: (index) => orders[index]!.order_id,
    overscan: 4,
    gap: 10,
  });
  return (
    <section className={classes.lane} aria-label={t(`lane.${lane}`)}>
      {hasTitle && (
        <h2 className={classes.laneName}>
          {t(`lane.${lane}`)} <span>{orders.length}</span>
        </h2>
      )}
      {/* A list that scrolls must be reachable by keyboard. */}
      <div ref={scroller} className={classes.cards} tabIndex={orders.length > 0 ? 0 : undefined}>
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, key, start }) => (
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start}px)` }}
            >
              <OrderCard order={orders[index]!} clock={clock} />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
};
