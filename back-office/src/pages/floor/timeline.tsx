import {
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconHelp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { useCanAct } from '../../reading/board.ts';
import { isAwaited, isShown, readFloorAnew, reservationsQuery } from '../../reading/floor.ts';
import type { Floor, FloorTable, Reservation } from '../../reading/types.ts';
import { useMay } from '../../session/session.ts';
import classes from './floor.module.css';
import { hoursOf, LEAST_WIDTH, linesOf, MINUTE_WIDTH, minuteOf, moved, STEP_MINUTES, timeOf } from './time-line.ts';

interface TimelineProps {
  readonly floor: Floor;
  readonly tables: readonly FloorTable[];
  readonly date: string;
  readonly clock: string;
  readonly onOpen: (reservation: Reservation) => void;
  /** A click on free time of a table. Undefined: the person may not book. */
  readonly onBook: ((tableId: number, startTime: string) => void) | undefined;
}

/** The day's reservations by table. They may be dragged to another table or time; the form does the same. */
export const Timeline = ({ floor, tables, date, clock, onOpen, onBook }: TimelineProps) => {
  const { t } = useTranslation();
  const move = useMove(date, floor.tables);
  const reservations = floor.reservations.filter((each) => each.date === date && isShown(each));
  const unplaced = reservations.filter(({ table }) => table === null);
  const isToday = clock.startsWith(date);
  const { first, last } = hoursOf(reservations, isToday ? clock : undefined);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor),
  );
  const hours = Array.from({ length: last - first }, (_, index) => first + index);

  // The day begins early, people look at now: that stands at a third of the width when the page opens.
  const scroller = useRef<HTMLElement>(null);
  const nowAt = isToday ? (minuteOf(clock.slice(11, 16)) - first * 60) * MINUTE_WIDTH : 0;
  const start = useRef(nowAt);
  useEffect(() => {
    const { current } = scroller;
    if (current) current.scrollLeft = start.current - current.clientWidth / 3;
  }, []);

  const onDragEnd = ({ active, over, delta }: DragEndEvent): void => {
    const reservation = reservations.find(({ id }) => id === active.id);
    if (reservation)
      move(reservation, moved(reservation, { tableId: over ? Number(over.id) : undefined, pixels: delta.x }));
  };
  return (
    <DndContext sensors={sensors} onDragEnd={onDragEnd}>
      <section ref={scroller} tabIndex={0} className={classes.timeline} aria-label={t('floor.timeline')}>
        <div className={classes.axis} style={{ width: hours.length * 60 * MINUTE_WIDTH }} aria-hidden>
          {hours.map((hour) => (
            <span key={hour} style={{ left: (hour - first) * 60 * MINUTE_WIDTH }}>
              {timeOf(hour * 60)}
            </span>
          ))}
        </div>
        {[
          ...tables.map((table) => ({ id: table.id, name: table.name })),
          ...(unplaced.length > 0 ? [{ id: 0, name: t('floor.noTableYet') }] : []),
        ].map(({ id, name }) => (
          <Row
            key={id}
            id={id}
            name={name}
            first={first}
            width={hours.length * 60 * MINUTE_WIDTH}
            reservations={id === 0 ? unplaced : reservations.filter(({ table }) => table?.id === id)}
            onOpen={onOpen}
            onBook={id === 0 ? undefined : onBook}
          />
        ))}
        {isToday && (
          <i
            className={classes.nowLine}
            style={{ left: `calc(var(--names) + ${(minuteOf(clock.slice(11, 16)) - first * 60) * MINUTE_WIDTH}px)` }}
            aria-hidden
          />
        )}
      </section>
    </DndContext>
  );
};

/** Pixels of a line of reservations. */
const LINE_HEIGHT = 48;

interface RowProps {
  readonly id: number;
  readonly name: string;
  readonly first: number;
  readonly width: number;
  readonly reservations: readonly Reservation[];
  readonly onOpen: (reservation: Reservation) => void;
  readonly onBook: TimelineProps['onBook'];
}

const Row = ({ id, name, first, width, reservations, onOpen, onBook }: RowProps) => {
  const { setNodeRef, isOver } = useDroppable({ id });
  const line = useRef<HTMLDivElement | null>(null);
  const { lines, count } = linesOf(reservations);
  const book = (event: React.MouseEvent): void => {
    if (!onBook || event.target !== line.current) return;
    const minute = first * 60 + (event.clientX - line.current.getBoundingClientRect().left) / MINUTE_WIDTH;
    onBook(id, timeOf(Math.floor(minute / STEP_MINUTES) * STEP_MINUTES));
  };
  return (
    <div className={classes.row}>
      <span className={classes.rowName}>{name}</span>
      {/* The form "Book a table" does the same by keyboard. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a short cut of the pointer alone */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a short cut of the pointer alone */}
      <div
        ref={(element) => {
          line.current = element;
          setNodeRef(element);
        }}
        className={classes.rowLine}
        style={{ width, height: count * LINE_HEIGHT }}
        data-over={isOver || undefined}
        onClick={book}
      >
        {reservations.map((reservation) => (
          <Block
            key={reservation.id}
            reservation={reservation}
            line={lines.get(reservation.id)!}
            first={first}
            onOpen={onOpen}
          />
        ))}
      </div>
    </div>
  );
};

const Block = ({
  reservation,
  line,
  first,
  onOpen,
}: { readonly reservation: Reservation; readonly line: number } & Pick<RowProps, 'first' | 'onOpen'>) => {
  const { t } = useTranslation();
  const may = useMay();
  const canAct = useCanAct();
  const { id, status, start_time, end_time, duration_minutes, guests, guest } = reservation;
  const canMove = canAct && may.command('MoveReservation') && isAwaited(reservation);
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({ id, disabled: !canMove });
  const StatusIcon = status === 'pending' ? IconHelp : IconCheck;
  return (
    <button
      ref={setNodeRef}
      type="button"
      {...attributes}
      {...listeners}
      className={classes.block}
      data-status={status}
      data-dragging={isDragging || undefined}
      style={{
        left: (minuteOf(start_time) - first * 60) * MINUTE_WIDTH,
        top: 2 + line * LINE_HEIGHT,
        width: Math.max(LEAST_WIDTH, duration_minutes * MINUTE_WIDTH - 2),
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
      }}
      aria-label={t('floor.reservation', { name: guest.name ?? '', count: guests, from: start_time, to: end_time })}
      onClick={() => onOpen(reservation)}
    >
      <StatusIcon size={14} aria-hidden />
      <span>
        {guest.name ?? ''} · {guests}
      </span>
    </button>
  );
};

/** Moves a reservation: it stands in its new place at once, and goes back if the server says no. */
const useMove = (date: string, tables: Floor['tables']) => {
  const client = useQueryClient();
  const { id: pointId } = usePoint();
  return async (reservation: Reservation, to: ReturnType<typeof moved>): Promise<void> => {
    if (!to) return;
    const { queryKey } = reservationsQuery(pointId, date);
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (shown) =>
      shown?.map((each) => (each.id === reservation.id ? movedTo(each, to, tables) : each)),
    );
    try {
      await sendCommand('MoveReservation', { reservation_id: reservation.id, ...to });
    } catch (error) {
      client.setQueryData(queryKey, before);
      notifications.show({ color: 'red', message: wordsOf(error) });
    }
    await readFloorAnew(client, pointId);
  };
};

const movedTo = (
  reservation: Reservation,
  { table_id, start_time }: NonNullable<ReturnType<typeof moved>>,
  tables: Floor['tables'],
): Reservation => {
  const table = tables.find(({ id }) => id === table_id);
  return {
    ...reservation,
    start_time: start_time ?? reservation.start_time,
    table: table
      ? { id: table.id, name: table.name, hall_id: table.hall_id, hall_name: table.hall_name }
      : reservation.table,
  };
};
