import { IconArmchair, IconCalendarClock, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { minutesBetween } from '../../parts/clock-times.ts';
import { durationOf } from '../../parts/duration.ts';
import { useFormats } from '../../parts/formats.ts';
import type { Floor, FloorTable } from '../../reading/types.ts';
import classes from './floor.module.css';

interface TablesProps {
  readonly floor: Floor;
  readonly tables: readonly FloorTable[];
  readonly clock: string;
  readonly onOpen: (tableId: number) => void;
}

/** The tables of a hall: who sits there, for how long, and for how much. */
export const Tables = ({ floor, tables, clock, onOpen }: TablesProps) => {
  const { t } = useTranslation();
  return (
    <section className={classes.tables} aria-label={t('floor.tables')}>
      {tables.map((table) => (
        <Table key={table.id} table={table} floor={floor} clock={clock} onOpen={onOpen} />
      ))}
    </section>
  );
};

/** Minutes before a reservation from which on its table is spoken for. */
const SOON_MINUTES = 60;

/** How a table stands. */
export const standingOf = ({ seated, next_reservation }: FloorTable, clock: string): 'seated' | 'soon' | 'free' => {
  if (seated) return 'seated';
  if (!next_reservation) return 'free';
  const minutes = minutesBetween(clock, `${next_reservation.date} ${next_reservation.start_time}:00`);
  return minutes <= SOON_MINUTES ? 'soon' : 'free';
};

const Table = ({
  table,
  floor,
  clock,
  onOpen,
}: Pick<TablesProps, 'floor' | 'clock' | 'onOpen'> & { readonly table: FloorTable }) => {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { id, name, capacity, seated, next_reservation } = table;
  const standing = standingOf(table, clock);
  const cheques = floor.cheques.filter(({ table_id }) => table_id === id);
  const total = cheques.reduce((sum, { total_amount }) => sum + total_amount, 0);
  const reservation = floor.reservations.find(({ id: each }) => each === seated?.reservation_id);
  const next = floor.reservations.find(({ id: each }) => each === next_reservation?.reservation_id);
  const isToday = next_reservation?.date === clock.slice(0, 10);
  return (
    <button type="button" className={classes.table} data-standing={standing} onClick={() => onOpen(id)}>
      <span className={classes.tableName}>
        {name}
        {capacity !== null && (
          <small>
            <IconUsers size={14} aria-hidden /> {capacity}
          </small>
        )}
      </span>
      {seated ? (
        <>
          <span className={classes.who}>
            <IconArmchair size={18} aria-hidden />
            {reservation?.guest.name ?? t('floor.guests', { count: seated.guests })}
          </span>
          <span className={classes.since}>
            {seated.seated_at !== null && durationOf(Math.max(0, minutesBetween(seated.seated_at, clock)), t)}
            {total > 0 && <b>{money(total)}</b>}
          </span>
        </>
      ) : (
        <span className={classes.who} data-free>
          {t('floor.free')}
        </span>
      )}
      {next_reservation && isToday && (
        <span className={classes.next}>
          <IconCalendarClock size={16} aria-hidden />
          {next_reservation.start_time} {next?.guest.name ?? ''}
          {'\u00a0·\u00a0'}
          {next_reservation.guests}
        </span>
      )}
    </button>
  );
};
