import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { usePoint } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';

interface TablesFormProps {
  /** The hall that gets more tables. None: a new one. */
  readonly hall?: { readonly id: number; readonly name: string; readonly tables: readonly { readonly name: string }[] };
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** A hall with so many tables of a size; they are numbered on from those that are there. */
export const TablesForm = ({ hall, onClose, onDone }: TablesFormProps) => {
  const { t } = useTranslation();
  const { id: point_id } = usePoint();
  const [name, setName] = useState(hall?.name ?? '');
  const [count, setCount] = useState<number | string>(8);
  const [seats, setSeats] = useState<number | string>(4);
  const send = async (): Promise<void> => {
    const hall_id =
      hall?.id ?? ((await sendCommand('DefineHall', { point_id, name: name.trim() })).result as { id: number }).id;
    const taken = new Set(hall?.tables.map((table) => table.name));
    for (let made = 0, number = 1; made < Number(count); number += 1) {
      if (taken.has(String(number))) continue;
      await sendCommand('DefineTable', {
        hall_id,
        name: String(number),
        capacity: seats === '' ? null : Number(seats),
      });
      made += 1;
    }
    await onDone();
  };
  return (
    <FormDialog
      title={t(hall ? 'setUp.addTables' : 'setUp.do.halls')}
      send={t('shell.save')}
      isReady={name.trim() !== '' && Number(count) >= 0}
      onClose={onClose}
      onSend={send}
      fields={['name', 'capacity']}
    >
      {(refusalOf) => (
        <>
          <TextField
            label={t('floor.hall')}
            maxLength={255}
            disabled={hall !== undefined}
            isFirst
            value={name}
            onChange={setName}
            error={refusalOf('name')}
          />
          <NumberField
            label={t('floor.tables')}
            min={0}
            max={200}
            allowDecimal={false}
            value={count}
            onChange={setCount}
          />
          <NumberField
            label={t('setUp.seats')}
            min={1}
            allowDecimal={false}
            value={seats}
            onChange={setSeats}
            error={refusalOf('capacity')}
          />
        </>
      )}
    </FormDialog>
  );
};
