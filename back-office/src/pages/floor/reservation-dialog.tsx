import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { CommandFields } from '@tillstream/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../parts/dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { usePoint } from '../../points.ts';
import { sendCommand, useAct } from '../../reading/act.ts';
import { useCanAct } from '../../reading/board.ts';
import { isAwaited, readFloorAnew } from '../../reading/floor.ts';
import type { Floor, Reservation } from '../../reading/types.ts';
import { useMay } from '../../session/session.ts';
import { PageLink } from '../../shell/page-link.tsx';
import { Book } from './book.tsx';
import { Seat } from './seat.tsx';

interface ReservationDialogProps {
  readonly reservation: Reservation;
  readonly floor: Floor;
  readonly onClose: () => void;
}

type Simple = 'SeatReservation' | 'ConfirmReservation' | 'MarkNoShow';

/** A reservation, and what can be done with it: seat, confirm, change, no-show, cancel. */
export const ReservationDialog = ({ reservation, floor, onClose }: ReservationDialogProps) => {
  const { t } = useTranslation();
  const { day } = useFormats();
  const may = useMay();
  const canAct = useCanAct();
  const act = useAct();
  const client = useQueryClient();
  const { id: pointId } = usePoint();
  const [mode, setMode] = useState<'shown' | 'change' | 'cancel' | 'seat'>('shown');
  const { id, status, guest, guests, date, start_time, end_time, table, comment, order_id, deposit } = reservation;
  const readAnew = () => readFloorAnew(client, pointId);
  const give = async (command: Simple): Promise<void> => {
    onClose();
    await act(command, { reservation_id: id } as CommandFields<Simple>);
    await readAnew();
  };
  if (mode === 'change') {
    return (
      <Book
        floor={floor}
        date={date}
        clock={`${date} ${start_time}:00`}
        preset={{}}
        reservation={reservation}
        onClose={onClose}
      />
    );
  }
  if (mode === 'seat') return <Seat reservation={reservation} floor={floor} onClose={onClose} />;
  if (mode === 'cancel') {
    return (
      <FormDialog
        title={t('floor.cancel')}
        send={t('floor.cancel')}
        colour="red"
        onClose={onClose}
        onSend={async () => {
          if (status === 'pending' && may.command('DeclineReservation'))
            await sendCommand('DeclineReservation', { reservation_id: id, reason: t('floor.declined') });
          else await sendCommand('CancelReservation', { reservation_id: id });
          await readAnew();
        }}
      >
        {() => <Text>{t('floor.cancelAsk', { name: guest.name ?? guest.phone ?? '', time: start_time })}</Text>}
      </FormDialog>
    );
  }
  const awaited = isAwaited(reservation) && canAct;
  /** They sit down where it was booked, if somebody else does not sit there. */
  const hasPlace = floor.tables.some((each) => each.id === table?.id && each.seated === null);
  const begin = (command: Simple): void =>
    command === 'SeatReservation' && !hasPlace ? setMode('seat') : void give(command);
  const button = (command: Simple, isFit: boolean, isFirst = false) =>
    isFit &&
    may.command(command) && (
      <Button key={command} size="md" variant={isFirst ? 'filled' : 'default'} onClick={() => begin(command)}>
        {t(`floor.do.${command}`)}
      </Button>
    );
  return (
    <Dialog onClose={onClose} title={guest.name ?? guest.phone ?? t('floor.guests', { count: guests })}>
      <Stack>
        <Text>
          {day(`${date} 00:00:00`)}, {start_time}–{end_time} · {t('floor.guests', { count: guests })}
        </Text>
        <Text>{table ? `${table.name}, ${table.hall_name}` : t('floor.noTableYet')}</Text>
        {guest.phone && <Text>{guest.phone}</Text>}
        {comment && <Text fs="italic">{comment}</Text>}
        {deposit && <Text c="dimmed">{t('order.deposit')}</Text>}
        <Text c="dimmed">{t(`reservation.${status}`)}</Text>
        <Group gap="xs">
          {button('SeatReservation', awaited, true)}
          {button('ConfirmReservation', awaited && status === 'pending')}
          {awaited && may.command('MoveReservation') && (
            <Button size="md" variant="default" onClick={() => setMode('change')}>
              {t('floor.change')}
            </Button>
          )}
          {button('MarkNoShow', awaited)}
          {awaited && may.command('CancelReservation') && (
            <Button size="md" variant="default" color="red" c="var(--late)" onClick={() => setMode('cancel')}>
              {t('floor.cancel')}
            </Button>
          )}
          {order_id !== null && (
            <Button
              size="md"
              variant="default"
              component={PageLink}
              {...({ to: '/orders/$orderId', params: { orderId: String(order_id) } } as object)}
            >
              {t('order.card', { number: order_id })}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
};
