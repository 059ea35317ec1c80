import { Select, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { readFloorAnew } from '../../reading/floor.ts';
import type { Floor, Reservation } from '../../reading/types.ts';

interface SeatProps {
  readonly reservation: Reservation;
  readonly floor: Floor;
  readonly onClose: () => void;
}

/** The guests of a reservation that has no table yet, or whose table is taken: at which free one they sit. */
export const Seat = ({ reservation: { id, guests }, floor, onClose }: SeatProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id: pointId } = usePoint();
  const free = floor.tables.filter(({ seated }) => seated === null);
  const fit = free.find(({ capacity }) => capacity === null || capacity >= guests) ?? free[0];
  const [table, setTable] = useState<string | null>(fit ? String(fit.id) : null);
  return (
    <FormDialog
      title={t('floor.do.SeatReservation')}
      send={t('floor.do.SeatReservation')}
      isReady={table !== null}
      onClose={onClose}
      fields={['table_id']}
      onSend={async () => {
        await sendCommand('SeatReservation', { reservation_id: id, table_id: Number(table) });
        await readFloorAnew(client, pointId);
      }}
    >
      {(refusalOf) =>
        free.length === 0 ? (
          <Text>{t('floor.noneFree')}</Text>
        ) : (
          <Select
            size="md"
            label={t('floor.table')}
            data={free.map(({ id: value, name, hall_name, capacity }) => ({
              value: String(value),
              label: [`${name}, ${hall_name}`, capacity].filter(Boolean).join(' · '),
            }))}
            value={table}
            onChange={setTable}
            allowDeselect={false}
            error={refusalOf('table_id')}
          />
        )
      }
    </FormDialog>
  );
};
