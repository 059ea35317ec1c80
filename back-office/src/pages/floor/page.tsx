import { Button, Group, SegmentedControl, Title } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from '../../parts/periods.ts';
import { useAt, useChange } from '../../place.ts';
import { useCanAct } from '../../reading/board.ts';
import { useFloor } from '../../reading/floor.ts';
import type { Reservation } from '../../reading/types.ts';
import { useMay } from '../../session/session.ts';
import { DayPicker } from './day-picker.tsx';
import classes from './floor.module.css';
import { NoTables } from './no-tables.tsx';
import { Tables } from './tables.tsx';
import { Timeline } from './timeline.tsx';

const Book = lazy(async () => ({ default: (await import('./book.tsx')).Book }));
const ReservationDialog = lazy(async () => ({ default: (await import('./reservation-dialog.tsx')).ReservationDialog }));
const TableDialog = lazy(async () => ({ default: (await import('./table-dialog.tsx')).TableDialog }));

interface FloorSearch {
  readonly hall?: number;
  readonly date?: string;
  readonly table?: number;
}

const searchOf = (search: Readonly<Record<string, unknown>>): FloorSearch => ({
  ...(typeof search.hall === 'number' && { hall: search.hall }),
  ...(isDay(search.date) && { date: search.date }),
  ...(typeof search.table === 'number' && { table: search.table }),
});

/** Who sits where, and who is to come. */
export const Page = () => {
  const { t } = useTranslation();
  const may = useMay();
  const canAct = useCanAct();
  const at = useAt();
  const search = useSearch({ strict: false, select: searchOf });
  const { floor, date, clock } = useFloor(search.date);
  const [booking, setBooking] = useState<{ table_id?: number; start_time?: string }>();
  const [opened, setOpened] = useState<Reservation>();

  const set = useChange<FloorSearch>();
  const halls = [...new Map(floor.tables.map(({ hall_id, hall_name }) => [hall_id, hall_name]))];
  // The address may name a hall of another point, which was chosen before.
  const hallId = (halls.find(([id]) => id === search.hall) ?? halls[0])?.[0];
  const tables = floor.tables.filter(({ hall_id }) => hall_id === hallId);
  const table = floor.tables.find(({ id }) => id === search.table);
  const canBook = canAct && may.command('BookTable');
  if (floor.tables.length === 0) return <NoTables />;

  return (
    <>
      <Group justify="space-between" gap="sm">
        <Title order={1}>{t('nav.floor')}</Title>
        <Group gap="xs">
          {at === undefined && (
            <DayPicker date={date} today={clock.slice(0, 10)} onChange={(next) => set({ date: next })} />
          )}
          {canBook && (
            <Button size="md" leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => setBooking({})}>
              {t('floor.book')}
            </Button>
          )}
        </Group>
      </Group>
      {halls.length > 1 && (
        <div className={classes.halls}>
          <SegmentedControl
            size="md"
            aria-label={t('floor.hall')}
            value={String(hallId)}
            onChange={(value) => set({ hall: Number(value) })}
            data={halls.map(([id, name]) => ({ value: String(id), label: name }))}
          />
        </div>
      )}
      <Tables floor={floor} tables={tables} clock={clock} onOpen={(id) => set({ table: id })} />
      <Timeline
        floor={floor}
        tables={tables}
        date={date}
        clock={clock}
        onOpen={setOpened}
        onBook={canBook ? (table_id, start_time) => setBooking({ table_id, start_time }) : undefined}
      />
      <Suspense>
        {booking && (
          <Book floor={floor} date={date} clock={clock} preset={booking} onClose={() => setBooking(undefined)} />
        )}
        {table && (
          <TableDialog
            table={table}
            floor={floor}
            clock={clock}
            onReservation={setOpened}
            onClose={() => set({ table: undefined } as FloorSearch)}
          />
        )}
        {opened && (
          <ReservationDialog
            reservation={floor.reservations.find(({ id }) => id === opened.id) ?? opened}
            floor={floor}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </>
  );
};
