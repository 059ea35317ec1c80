import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../parts/dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { usePoint } from '../../points.ts';
import { useAct } from '../../reading/act.ts';
import { useCanAct } from '../../reading/board.ts';
import { isAwaited, readFloorAnew } from '../../reading/floor.ts';
import { numberOf } from '../../reading/order-facts.ts';
import type { Floor, FloorTable, Reservation } from '../../reading/types.ts';
import { useMay } from '../../session/session.ts';
import { PageLink } from '../../shell/page-link.tsx';

interface TableDialogProps {
  readonly table: FloorTable;
  readonly floor: Floor;
  readonly clock: string;
  readonly onReservation: (reservation: Reservation) => void;
  readonly onClose: () => void;
}

/** A table: who sits there with which cheques, who comes next; seat a walk-in, free it. */
export const TableDialog = ({ table, floor, clock, onReservation, onClose }: TableDialogProps) => {
  const { t } = useTranslation();
  const { money, time } = useFormats();
  const may = useMay();
  const canAct = useCanAct();
  const act = useAct();
  const client = useQueryClient();
  const { id: pointId } = usePoint();
  const [guests, setGuests] = useState<number | string>(Math.min(2, table.capacity ?? 2));
  const cheques = floor.cheques.filter(({ table_id }) => table_id === table.id);
  const toCome = floor.reservations.filter(
    (each) => each.table?.id === table.id && isAwaited(each) && `${each.date} ${each.end_time}` >= clock.slice(0, 16),
  );
  const { seated } = table;
  const isWalkIn = seated !== null && seated.reservation_id === null;

  const give = async (work: Promise<boolean>): Promise<void> => {
    onClose();
    await work;
    await readFloorAnew(client, pointId);
  };
  return (
    <Dialog onClose={onClose} title={`${table.name}, ${table.hall_name}`}>
      <Stack>
        {seated && (
          <Text>
            {t('floor.guests', { count: seated.guests })}
            {seated.seated_at !== null && ` · ${t('floor.since', { time: time(seated.seated_at) })}`}
          </Text>
        )}
        {cheques.map((cheque) => (
          <Button
            key={cheque.order_id}
            size="md"
            variant="default"
            justify="space-between"
            rightSection={money(cheque.total_amount)}
            component={PageLink}
            {...({ to: '/orders/$orderId', params: { orderId: String(cheque.order_id) } } as object)}
          >
            {t('order.card', { number: numberOf(cheque) })}
          </Button>
        ))}
        {toCome.map((reservation) => (
          <Button
            key={reservation.id}
            size="md"
            variant="light"
            justify="space-between"
            rightSection={t('floor.guests', { count: reservation.guests })}
            onClick={() => {
              onClose();
              onReservation(reservation);
            }}
          >
            {reservation.start_time} {reservation.guest.name ?? reservation.guest.phone}
          </Button>
        ))}
        {!seated && canAct && may.command('SeatWalkIn') && (
          <Group align="flex-end" wrap="nowrap">
            <NumberField
              flex={1}
              label={t('floor.guestCount')}
              min={1}
              allowDecimal={false}
              data-autofocus
              value={guests}
              onChange={setGuests}
            />
            <Button
              size="md"
              onClick={() => void give(act('SeatWalkIn', { table_id: table.id, guests: Number(guests) }))}
            >
              {t('floor.seatWalkIn')}
            </Button>
          </Group>
        )}
        {isWalkIn && canAct && may.command('FreeTable') && (
          <Button size="md" variant="default" onClick={() => void give(act('FreeTable', { table_id: table.id }))}>
            {t('floor.freeTable')}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
};
