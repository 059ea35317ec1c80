import { Group, Select, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../parts/date-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { TimeField } from '../../parts/time-field.tsx';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { readFloorAnew } from '../../reading/floor.ts';
import type { Floor, Reservation } from '../../reading/types.ts';
import { minuteOf, STEP_MINUTES, timeOf } from './time-line.ts';

interface BookProps {
  readonly floor: Floor;
  readonly date: string;
  readonly clock: string;
  /** What was pointed at on the timeline. */
  readonly preset: { readonly table_id?: number; readonly start_time?: string };
  /** The reservation that is changed. None: a new one. */
  readonly reservation?: Reservation;
  readonly onClose: () => void;
}

/** Books a table, or changes a reservation that is still awaited. */
export const Book = ({ floor, date, clock, preset, reservation, onClose }: BookProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id: point_id } = usePoint();
  const soon = timeOf(Math.ceil((minuteOf(clock.slice(11, 16)) + 1) / STEP_MINUTES) * STEP_MINUTES);
  const [day, setDay] = useState(reservation?.date ?? date);
  const [start, setStart] = useState(reservation?.start_time ?? preset.start_time ?? soon);
  const [guests, setGuests] = useState<number | string>(reservation?.guests ?? 2);
  const [table, setTable] = useState<string | null>(textOf(reservation?.table?.id ?? preset.table_id));
  const [name, setName] = useState(reservation?.guest.name ?? '');
  const [phone, setPhone] = useState(reservation?.guest.phone ?? '');
  const [comment, setComment] = useState(reservation?.comment ?? '');

  const send = async (): Promise<void> => {
    const common = {
      date: day,
      start_time: start,
      guests: Number(guests),
      table_id: table === null ? null : Number(table),
      comment: comment.trim() || null,
    };
    const guest = { phone: phone.trim(), name: name.trim() || null };
    if (reservation) await sendCommand('MoveReservation', { reservation_id: reservation.id, ...common, guest });
    else await sendCommand('BookTable', { point_id, ...common, guest });
    await readFloorAnew(client, point_id);
  };
  return (
    <FormDialog
      title={t(reservation ? 'floor.change' : 'floor.book')}
      send={t(reservation ? 'shell.save' : 'floor.book')}
      isReady={phone.trim() !== '' && Number(guests) > 0}
      onClose={onClose}
      onSend={send}
      fields={['date', 'start_time', 'guests', 'table_id', 'guest.name', 'guest.phone', 'comment']}
    >
      {(refusalOf) => (
        <>
          <Group grow preventGrowOverflow={false} align="flex-start">
            <DateField label={t('time.day')} value={day} onChange={setDay} error={refusalOf('date')} />
            <TimeField
              label={t('floor.from')}
              step={STEP_MINUTES}
              value={start}
              onChange={setStart}
              error={refusalOf('start_time')}
            />
          </Group>
          <Group grow preventGrowOverflow={false} align="flex-start">
            <NumberField
              label={t('floor.guestCount')}
              min={1}
              max={1_000}
              allowDecimal={false}
              value={guests}
              onChange={setGuests}
              error={refusalOf('guests')}
            />
            <Select
              size="md"
              label={t('floor.table')}
              placeholder={t('floor.noTableYet')}
              clearable
              data={floor.tables.map(({ id, name: label, hall_name }) => ({
                value: String(id),
                label: `${label}, ${hall_name}`,
              }))}
              value={table}
              onChange={setTable}
              error={refusalOf('table_id')}
            />
          </Group>
          <TextField
            label={t('floor.guestName')}
            maxLength={255}
            isFirst
            value={name}
            onChange={setName}
            error={refusalOf('guest.name')}
          />
          <TextField
            type="tel"
            label={t('order.phone')}
            required
            withAsterisk={false}
            value={phone}
            onChange={setPhone}
            error={refusalOf('guest.phone')}
          />
          <Textarea
            size="md"
            label={t('order.comment')}
            maxLength={500}
            autosize
            value={comment}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
            error={refusalOf('comment')}
          />
        </>
      )}
    </FormDialog>
  );
};

const textOf = (id: number | undefined): string | null => (id === undefined ? null : String(id));
