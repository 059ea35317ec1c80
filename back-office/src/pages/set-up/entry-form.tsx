import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { PictureField } from '../../parts/picture-field.tsx';
import { sendCommand } from '../../reading/act.ts';
import { changedOf } from './changed-of.ts';
import { type Choice, useChoices } from './choices.ts';
import { type Entry, FIELDS, type FieldName, LISTS, type ListName } from './lists.ts';

interface EntryFormProps {
  readonly list: ListName;
  /** The entry that is changed. None: a new one. */
  readonly before?: Entry | undefined;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** An entry of a list: a new one is sent whole, of another one what was changed. */
export const EntryForm = ({ list, before, onClose, onDone }: EntryFormProps) => {
  const { t } = useTranslation();
  const { define, change, add } = LISTS[list];
  const names: readonly FieldName[] = LISTS[list].fields;
  const choices = useChoices(list);
  const [isBusy, setBusy] = useState(false);
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>(before ?? {});
  const fields = Object.fromEntries(
    names.map((name) => [name, name in typed ? typed[name] : unlessTold(name, choices[name])]),
  );
  const send = async (): Promise<void> => {
    const trimmed = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
    );
    if (!before) {
      await sendCommand(define, trimmed as never);
    } else {
      const changed = changedOf(before, trimmed);
      if (Object.keys(changed).length === 0) return;
      await sendCommand(change, { id: before.id, ...changed } as never);
    }
    await onDone();
  };
  const isReady = !isBusy && names.every((name) => FIELDS[name].kind !== 'text' || String(fields[name]).trim() !== '');
  return (
    <FormDialog
      title={before ? before.name : t(add)}
      send={t('shell.save')}
      isReady={isReady}
      onClose={onClose}
      onSend={send}
      fields={names}
    >
      {(refusalOf) =>
        names.map((name) => (
          <OneField
            key={name}
            name={name}
            value={fields[name]}
            choices={choices[name] ?? []}
            error={refusalOf(name)}
            onBusy={setBusy}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
          />
        ))
      }
    </FormDialog>
  );
};

/** What a field of a new entry has before anybody chose. */
const unlessTold = (name: FieldName, choices: readonly Choice[] = []): unknown => {
  const { kind } = FIELDS[name];
  if (kind === 'choice') return choices[0]?.value;
  if (kind === 'many') return choices.map(({ value }) => value);
  // What is made is in use.
  if (kind === 'flag') return name === 'is_active';
  if (kind === 'place') return 0;
  return kind === 'count' || kind === 'picture' ? null : '';
};

interface OneFieldProps {
  readonly name: FieldName;
  readonly value: unknown;
  readonly choices: readonly Choice[];
  readonly error: string | undefined;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onChange: (value: unknown) => void;
}

const OneField = ({ name, value, choices, error, onBusy, onChange }: OneFieldProps) => {
  const { t } = useTranslation();
  const { kind, words } = FIELDS[name];
  const shared = { size: 'md', label: t(words), error } as const;
  // A choice may be a number, a text or null, and Mantine knows texts alone.
  const data = choices.map((choice) => ({ value: JSON.stringify(choice.value), label: choice.label }));
  if (kind === 'flag') {
    return (
      <Switch {...shared} checked={value === true} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    );
  }
  if (kind === 'choice') {
    return (
      <Select
        {...shared}
        data={data}
        value={JSON.stringify(value) ?? null}
        onChange={(chosen) => chosen !== null && onChange(JSON.parse(chosen))}
        allowDeselect={false}
        searchable={data.length > 10}
      />
    );
  }
  if (kind === 'many') {
    return (
      <MultiSelect
        {...shared}
        data={data}
        value={(value as unknown[]).map((each) => JSON.stringify(each))}
        onChange={(chosen) => onChange(chosen.map((each) => JSON.parse(each)))}
      />
    );
  }
  if (kind === 'picture') {
    return (
      <PictureField label={t(words)} value={value as string | null} onChange={onChange} onBusy={onBusy} error={error} />
    );
  }
  if (kind === 'count' || kind === 'place') {
    return (
      <NumberField
        {...shared}
        {...(kind === 'count' && { min: 1 })}
        allowDecimal={false}
        value={(value as number | null) ?? ''}
        onChange={(next) => onChange(next !== '' ? Number(next) : kind === 'count' ? null : 0)}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      maxLength={255}
      {...(name === 'name' && { 'data-autofocus': true })}
      value={value as string}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
};
