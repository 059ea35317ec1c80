import { Button, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../place.ts';
import { useClock } from '../../reading/board.ts';
import { LANES, type Lane } from '../../reading/order-facts.ts';
import type { Board } from '../../reading/types.ts';
import { filterOf, lanesOf } from './in-lanes.ts';
import { LaneList } from './lane-list.tsx';
import classes from './now.module.css';

/** Widths of lanes: one without orders needs room for its name alone. */
const FILLED = 'minmax(204px, 1fr)';
const EMPTY = 'minmax(92px, 0.6fr)';

/** There is none, or none of those that were asked for. */
const NoOrders = ({ isFiltered, onAll }: { readonly isFiltered: boolean; readonly onAll: () => void }) => {
  const { t } = useTranslation();
  return (
    <div className={classes.empty} role="status">
      <Text fw={600}>{t(isFiltered ? 'search.nothing' : 'now.noOrders')}</Text>
      {isFiltered ? (
        <Button size="md" variant="default" onClick={onAll}>
          {t('now.showAll')}
        </Button>
      ) : (
        <Text c="dimmed">{t('now.noOrdersWhat')}</Text>
      )}
    </div>
  );
};

/** The open orders, in lanes by what they wait for; one lane at a time on a phone. */
export const Lanes = ({ board }: { readonly board: Board }) => {
  const { t } = useTranslation();
  const filter = useSearch({ strict: false, select: filterOf });
  const isNarrow = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false });
  const clock = useClock(board);
  const lanes = useMemo(() => lanesOf(board.orders, filter, clock), [board.orders, filter, clock]);

  const set = useChange<typeof filter>();
  const busy = LANES.filter((lane) => lanes[lane].length > 0);
  const shown = isNarrow ? [busy.includes(filter.lane!) ? filter.lane! : (busy[0] ?? 'new')] : LANES.filter(isShown);
  function isShown(lane: Lane): boolean {
    return lane !== 'waiting' || lanes.waiting.length > 0;
  }

  return (
    <section className={classes.board} aria-label={t('now.orders')}>
      <div className={classes.tools}>
        <SegmentedControl
          className={classes.types}
          aria-label={t('now.typeFilter')}
          size="md"
          value={filter.type ?? 'all'}
          onChange={(type) => set({ type: type === 'all' ? undefined : (type as typeof filter.type) })}
          data={(['all', 'hall', 'takeaway', 'delivery'] as const).map((type) => ({
            value: type,
            label: t(`type.${type}`),
          }))}
        />
        <TextInput
          className={classes.find}
          size="md"
          aria-label={t('now.find')}
          placeholder={t('now.find')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={filter.find ?? ''}
          onChange={({ currentTarget }) => set({ find: currentTarget.value || undefined })}
        />
      </div>
      {isNarrow && busy.length > 1 && (
        <div className={classes.laneTabs}>
          {busy.map((lane) => (
            <button
              key={lane}
              type="button"
              className={classes.laneTab}
              aria-pressed={shown[0] === lane}
              onClick={() => set({ lane })}
            >
              {t(`lane.${lane}`)} <b>{lanes[lane].length}</b>
            </button>
          ))}
        </div>
      )}
      {busy.length === 0 ? (
        <NoOrders isFiltered={board.orders.length > 0} onAll={() => set({ type: undefined, find: undefined })} />
      ) : (
        <div
          className={classes.lanes}
          data-one={isNarrow || undefined}
          style={{ gridTemplateColumns: shown.map((lane) => (lanes[lane].length > 0 ? FILLED : EMPTY)).join(' ') }}
        >
          {shown.map((lane) => (
            <LaneList key={lane} lane={lane} orders={lanes[lane]} clock={clock} hasTitle={!isNarrow} />
          ))}
        </div>
      )}
    </section>
  );
};
