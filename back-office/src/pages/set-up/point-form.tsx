import { Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { TimeField } from '../../parts/time-field.tsx';
import { pointsQuery } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { changedOf } from './changed-of.ts';
import { KEYS, type VenuePoint } from './reading.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const TASHKENT = { latitude: 41.3111, longitude: 69.2797 };

interface PointFormProps {
  /** The point that is changed. None: a new one. */
  readonly before?: VenuePoint;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** A restaurant: its name, where it is, when it is open. What the form does not show stays as it is. */
export const PointForm = ({ before, onClose, onDone }: PointFormProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const firstDay = before?.working_hours?.find(({ is_open }) => is_open);
  const [name, setName] = useState(before?.name ?? '');
  const [address, setAddress] = useState(before?.address ?? '');
  const [phone, setPhone] = useState(before?.phone ?? '+998');
  const [latitude, setLatitude] = useState<number | string>(before?.latitude ?? TASHKENT.latitude);
  const [longitude, setLongitude] = useState<number | string>(before?.longitude ?? TASHKENT.longitude);
  const [open, setOpen] = useState(firstDay?.open ?? '09:00');
  const [close, setClose] = useState(firstDay?.close ?? '23:00');
  const isSameHours = before !== undefined && open === firstDay?.open && close === firstDay?.close;

  const send = async (): Promise<void> => {
    const fields = {
      name: name.trim(),
      short_name: before?.short_name ?? name.trim().slice(0, 100),
      address: address.trim() || null,
      phone: phone.trim(),
      latitude: Number(latitude),
      longitude: Number(longitude),
      delivery_distance: before?.delivery_distance ?? 5_000,
      working_hours: isSameHours ? before.working_hours : DAYS.map((day) => ({ day, is_open: true, open, close })),
    };
    if (before) await sendCommand('ChangePoint', { id: before.id, ...changedOf(before, fields) } as never);
    else await sendCommand('DefinePoint', fields as never);
    await client.invalidateQueries({ queryKey: pointsQuery.queryKey });
    await client.invalidateQueries({ queryKey: KEYS.all });
    onDone?.();
  };
  return (
    <FormDialog
      title={t(before ? 'setUp.changePoint' : 'setUp.addPoint')}
      send={t('shell.save')}
      isReady={name.trim() !== '' && phone.trim().length > 5 && latitude !== '' && longitude !== ''}
      onClose={onClose}
      onSend={send}
      fields={['name', 'address', 'phone', 'latitude', 'longitude']}
    >
      {(refusalOf) => (
        <>
          <TextField
            label={t('integrations.name')}
            maxLength={255}
            isFirst
            value={name}
            onChange={setName}
            error={refusalOf('name')}
          />
          <TextField
            label={t('order.address')}
            maxLength={500}
            value={address}
            onChange={setAddress}
            error={refusalOf('address')}
          />
          <TextField type="tel" label={t('order.phone')} value={phone} onChange={setPhone} error={refusalOf('phone')} />
          <Group grow align="flex-start">
            <NumberField
              hasGroups={false}
              label={t('setUp.latitude')}
              decimalScale={6}
              value={latitude}
              onChange={setLatitude}
              error={refusalOf('latitude')}
            />
            <NumberField
              hasGroups={false}
              label={t('setUp.longitude')}
              decimalScale={6}
              value={longitude}
              onChange={setLongitude}
              error={refusalOf('longitude')}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {t('setUp.placeWhat')}
          </Text>
          <Group grow align="flex-start">
            <TimeField label={t('setUp.opens')} value={open} onChange={setOpen} />
            <TimeField label={t('setUp.closes')} value={close} onChange={setClose} />
          </Group>
        </>
      )}
    </FormDialog>
  );
};
