import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormats } from '../../parts/formats.ts';
import { TextField } from '../../parts/text-field.tsx';
import { TimeField } from '../../parts/time-field.tsx';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { useMay } from '../../session/session.ts';
import { otherDay } from '../../time/clock.ts';
import { KEYS, type WorkShift } from './reading.ts';
import type { Row } from './rows.ts';
import classes from './staff.module.css';

interface DayDialogProps {
  readonly employee: Row;
  /** YYYY-MM-DD, of the business day. */
  readonly date: string;
  readonly shifts: readonly WorkShift[];
  readonly onClose: () => void;
}

type Doing = { readonly what: 'add' } | { readonly what: 'edit' | 'delete'; readonly shift: WorkShift };

/** The shifts of one day of an employee: where they come from, and their correction. */
export const DayDialog = ({ employee, date, shifts, onClose }: DayDialogProps) => {
  const { t } = useTranslation();
  const { day, time, hours } = useFormats();
  const may = useMay();
  const client = useQueryClient();
  const [doing, setDoing] = useState<Doing>();
  const readAnew = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: KEYS.month });
    await client.invalidateQueries({ queryKey: KEYS.present });
  };
  const { employee_id } = employee;
  if (doing?.what === 'delete') {
    return (
      <AskDialog
        title={t('staff.deleteShift')}
        ask={t('staff.deleteShiftAsk', { name: employee.name, day: day(`${date} 00:00:00`) })}
        send={t('staff.deleteShift')}
        onClose={() => setDoing(undefined)}
        onSend={async () => {
          await sendCommand('DeleteShift', { employee_id, shift_id: doing.shift.shift_id });
          await readAnew();
        }}
      />
    );
  }
  if (doing) {
    return (
      <ShiftForm
        employeeId={employee_id}
        date={date}
        shift={doing.what === 'edit' ? doing.shift : undefined}
        onClose={() => setDoing(undefined)}
        onDone={readAnew}
      />
    );
  }
  const written = (at: string | null): string => (at === null ? '?' : time(at));
  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} title={`${employee.name}, ${day(`${date} 00:00:00`)}`}>
      <Stack gap="sm">
        {shifts.length === 0 && <Text c="dimmed">{t('staff.noShifts')}</Text>}
        {shifts.map((shift) => (
          <div key={shift.shift_id} className={classes.shift}>
            <Text fw={600}>
              {written(shift.check_in)} – {shift.check_out === null ? '…' : written(shift.check_out)}
              {shift.hours !== null && ` · ${t('staff.hoursOf', { hours: hours(shift.hours) })}`}
            </Text>
            <Text size="sm" c="dimmed">
              {[shift.point_name, t(`staff.source.${shift.source}`), shift.overlap && t('staff.overlap'), shift.note]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <Group gap="xs" mt={6}>
              {may.command('EditShift') && (
                <Button size="sm" variant="default" onClick={() => setDoing({ what: 'edit', shift })}>
                  {t('staff.editShift')}
                </Button>
              )}
              {may.command('DeleteShift') && (
                <Button size="sm" variant="default" c="var(--late)" onClick={() => setDoing({ what: 'delete', shift })}>
                  {t('staff.deleteShift')}
                </Button>
              )}
            </Group>
          </div>
        ))}
        {may.command('AddShift') && (
          <Group>
            <Button size="md" onClick={() => setDoing({ what: 'add' })}>
              {t('staff.addShift')}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
};

interface ShiftFormProps {
  readonly employeeId: number;
  readonly date: string;
  readonly shift: WorkShift | undefined;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** Times of the venue's clock: an end that is earlier than the beginning is of the next day. */
const ShiftForm = ({ employeeId: employee_id, date, shift, onClose, onDone }: ShiftFormProps) => {
  const { t } = useTranslation();
  const { id: point_id } = usePoint();
  const clock = (at: string | null | undefined): string => at?.slice(11, 16) ?? '';
  const [from, setFrom] = useState(clock(shift?.check_in) || '09:00');
  const [to, setTo] = useState(clock(shift?.check_out));
  const [note, setNote] = useState(shift?.note ?? '');
  const start = shift?.check_in?.slice(0, 10) ?? shift?.check_out?.slice(0, 10) ?? date;
  const send = async (): Promise<void> => {
    const check_in = `${start} ${from}:00`;
    const check_out = to === '' ? null : `${to <= from ? otherDay(start, 1) : start} ${to}:00`;
    if (shift) {
      const { shift_id } = shift;
      await sendCommand('EditShift', { employee_id, shift_id, check_in, check_out, note: note.trim() || null });
    } else {
      await sendCommand('AddShift', { employee_id, point_id, check_in, check_out });
    }
    await onDone();
  };
  return (
    <FormDialog
      title={t(shift ? 'staff.editShift' : 'staff.addShift')}
      send={t('shell.save')}
      isReady={from !== ''}
      onClose={onClose}
      onSend={send}
      fields={['check_in', 'check_out', 'note']}
    >
      {(refusalOf) => (
        <>
          <Group grow align="flex-start">
            <TimeField label={t('staff.checkIn')} value={from} onChange={setFrom} error={refusalOf('check_in')} />
            <TimeField
              label={t('staff.checkOut')}
              value={to}
              onChange={setTo}
              error={refusalOf('check_out')}
              mayBeEmpty
            />
          </Group>
          {shift && (
            <TextField
              label={t('staff.note')}
              maxLength={255}
              value={note}
              onChange={setNote}
              error={refusalOf('note')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
};
