import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../parts/amount-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { sendCommand } from '../../reading/act.ts';
import { changedOf } from './changed-of.ts';
import { circleAround, type Place } from './map.ts';
import type { Zone } from './reading.ts';

interface ZoneFormProps {
  readonly pointId: string;
  readonly here: Place;
  readonly before: Zone | undefined;
  /** None: a circle. */
  readonly corners: readonly Place[] | undefined;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** What a delivery into the zone costs, how long it takes, and the least that one must order. */
export const ZoneForm = ({ pointId: point_id, here, before, corners, onClose, onDone }: ZoneFormProps) => {
  const { t } = useTranslation();
  const { unit } = useFormats();
  const [name, setName] = useState(before?.name ?? '');
  const [km, setKm] = useState<number | string>(3);
  const [price, setPrice] = useState<number | string>((before?.price ?? 0) / unit);
  const [minutes, setMinutes] = useState<number | string>(before?.minutes ?? 45);
  const [least, setLeast] = useState<number | string>((before?.min_order_amount ?? 0) / unit);
  const send = async (): Promise<void> => {
    const polygon = corners
      ? corners.map(([...place]) => place)
      : circleAround(here, Number(km)).map(([...place]) => place);
    const fields = {
      name: name.trim(),
      price: Math.round(Number(price) * unit),
      minutes: Number(minutes),
      min_order_amount: Math.round(Number(least) * unit),
    };
    if (before) await sendCommand('ChangeZone', { id: before.id, ...changedOf(before, fields) });
    else await sendCommand('DefineZone', { point_id, ...fields, polygon: polygon as never });
    await onDone();
  };
  return (
    <FormDialog
      title={t('setUp.zone')}
      send={t('shell.save')}
      isReady={name.trim() !== '' && (corners !== undefined || Number(km) > 0)}
      onClose={onClose}
      onSend={send}
      fields={['name', 'price', 'minutes', 'min_order_amount']}
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
          {!corners && (
            <NumberField label={t('setUp.radius')} min={0.1} max={100} decimalScale={2} value={km} onChange={setKm} />
          )}
          <AmountField label={t('setUp.deliveryPrice')} value={price} onChange={setPrice} error={refusalOf('price')} />
          <NumberField
            label={t('setUp.minutes')}
            min={0}
            allowDecimal={false}
            value={minutes}
            onChange={setMinutes}
            error={refusalOf('minutes')}
          />
          <AmountField
            label={t('setUp.least')}
            value={least}
            onChange={setLeast}
            error={refusalOf('min_order_amount')}
          />
        </>
      )}
    </FormDialog>
  );
};
