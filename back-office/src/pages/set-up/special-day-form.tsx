import { Group, SegmentedControl, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../parts/date-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { sayDone } from '../../parts/say.ts';
import { TextField } from '../../parts/text-field.tsx';
import { TimeField } from '../../parts/time-field.tsx';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { otherDay } from '../../time/clock.ts';
import { KEYS, type SpecialDay } from './reading.ts';

interface SpecialDayFormProps {
  /** The business day. */
  readonly today: string;
  /** The dates that have something of their own already. */
  readonly taken: readonly SpecialDay[];
  readonly dateOf: (day: SpecialDay) => string;
  readonly onClose: () => void;
}

/** A date on which the point is closed, or open at other hours. It takes the place of what the date had. */
export const SpecialDayForm = ({ today, taken, dateOf, onClose }: SpecialDayFormProps) => {
  const { t } = useTranslation();
  const { id: point_id } = usePoint();
  const client = useQueryClient();
  const [kind, setKind] = useState<'closed' | 'hours'>('closed');
  const [date, setDate] = useState(() => otherDay(today, 1));
  const [reason, setReason] = useState('');
  const [open, setOpen] = useState('09:00');
  const [close, setClose] = useState('23:00');
  const isClosed = kind === 'closed';
  const replaced = taken.find((one) => one.date === date);

  const send = async (): Promise<void> => {
    const why = reason.trim();
    const { result } = isClosed
      ? await sendCommand('DefineClosedDay', { point_id, date, reason: why })
      : await sendCommand('DefineSpecialHours', { point_id, date, open, close, reason: why || null });
    const { reservations_outside: reservations, preorders_outside: preorders } = result;
    if (reservations + preorders > 0) sayDone(t('setUp.bookedOutside', { reservations, preorders }));
    await client.invalidateQueries({ queryKey: KEYS.all });
  };
  return (
    <FormDialog
      title={t('setUp.addSpecialDay')}
      send={t('shell.save')}
      isReady={date !== '' && (isClosed ? reason.trim() !== '' : open !== '' && close !== '')}
      onClose={onClose}
      onSend={send}
      fields={['date', 'reason', 'open', 'close']}
    >
      {(refusalOf) => (
        <>
          <SegmentedControl
            size="md"
            fullWidth
            aria-label={t('setUp.addSpecialDay')}
            value={kind}
            onChange={(value) => setKind(value as typeof kind)}
            data={[
              { value: 'closed', label: t('setUp.closedAllDay') },
              { value: 'hours', label: t('setUp.otherHours') },
            ]}
          />
          <DateField label={t('sales.day')} value={date} onChange={setDate} error={refusalOf('date')} />
          {!isClosed && (
            <Group grow align="flex-start">
              <TimeField label={t('setUp.opens')} value={open} onChange={setOpen} error={refusalOf('open')} />
              <TimeField label={t('setUp.closes')} value={close} onChange={setClose} error={refusalOf('close')} />
            </Group>
          )}
          <TextField
            label={t('order.reason')}
            description={t('setUp.specialDayReason')}
            maxLength={255}
            value={reason}
            onChange={setReason}
            error={refusalOf('reason')}
          />
          {replaced && <Text size="sm">{t('setUp.specialDayReplaced', { date: dateOf(replaced) })}</Text>}
        </>
      )}
    </FormDialog>
  );
};
