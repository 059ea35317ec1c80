import { Autocomplete, Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventName, useEventWords } from '../../parts/event-name.ts';
import { useFormats } from '../../parts/formats.ts';
import { usePoint } from '../../points.ts';
import { en } from '../../words/en.ts';
import classes from './audit.module.css';
import { type AuditSearch, LAST, type Last, useAuditSearch } from './search.ts';

type EntityName = keyof typeof en.entity;
const ENTITIES = Object.keys(en.entity) as EntityName[];

/** Who, what and about what: each part stands in the address. `actors`: who did what is shown, to choose from. */
export const Filter = ({
  actors,
  types,
}: {
  readonly actors: readonly string[];
  readonly types: readonly string[];
}) => {
  const { t } = useTranslation();
  const { search, set } = useAuditSearch();
  const nameOf = useEventName();
  const point = usePoint();
  const words = useEventWords();
  const known = [...new Set([...Object.keys(words ?? {}), ...types, ...(search.type ? [search.type] : [])])];
  const isFiltered = Object.keys(search).some((name) => name !== 'last' && name !== 'from' && name !== 'to');
  return (
    <section className={classes.filter} aria-label={t('audit.period')}>
      <TimeSelect search={search} set={set} />
      <TypedText
        key={search.person}
        label={t('audit.person')}
        value={search.person ?? ''}
        data={actors}
        onSet={(person) => set({ person })}
      />
      <Select
        size="md"
        label={t('audit.type')}
        placeholder={t('audit.any')}
        searchable
        clearable
        limit={200}
        data={known
          .map((value) => ({ value, label: nameOf(value) }))
          .sort((one, other) => one.label.localeCompare(other.label))}
        value={search.type ?? null}
        onChange={(type) => set({ type: type ?? undefined })}
      />
      <Select
        size="md"
        label={t('audit.entity')}
        placeholder={t('audit.any')}
        clearable
        data={ENTITIES.map((value) => ({ value, label: t(`entity.${value}`) }))}
        value={search.entity ?? null}
        onChange={(entity) => set({ entity: entity ?? undefined, id: undefined })}
      />
      {search.entity !== undefined && (
        <TypedText
          key={`${search.entity} ${search.id}`}
          label={t('audit.id')}
          value={search.id ?? ''}
          onSet={(id) => set({ id })}
        />
      )}
      <Group className={classes.rest} gap="md">
        <Checkbox
          size="md"
          label={t('audit.here', { point: point.name })}
          checked={search.here === true}
          onChange={({ currentTarget }) => set({ here: currentTarget.checked || undefined })}
        />
        {isFiltered && (
          <Button
            size="md"
            variant="subtle"
            onClick={() =>
              set({ person: undefined, type: undefined, entity: undefined, id: undefined, here: undefined })
            }
          >
            {t('audit.clear')}
          </Button>
        )}
      </Group>
    </section>
  );
};

interface TimeSelectProps {
  readonly search: AuditSearch;
  readonly set: ReturnType<typeof useAuditSearch>['set'];
}

const TimeSelect = ({ search, set }: TimeSelectProps) => {
  const { t } = useTranslation();
  const { day, time } = useFormats();
  const isOwn = search.from !== undefined && search.to !== undefined;
  const written = (instant: string): string => `${day(instant)} ${time(instant)}`;
  const own = isOwn ? t('audit.last.own', { from: written(search.from!), to: written(search.to!) }) : '';
  return (
    <Select
      size="md"
      label={t('audit.period')}
      data={[
        ...(Object.keys(LAST) as Last[]).map((value) => ({ value: value as string, label: t(`audit.last.${value}`) })),
        ...(isOwn ? [{ value: 'own', label: own }] : []),
      ]}
      value={isOwn ? 'own' : (search.last ?? 'day')}
      onChange={(value) => value !== 'own' && set({ last: value as Last, from: undefined, to: undefined })}
      allowDeselect={false}
    />
  );
};

interface TypedTextProps {
  readonly label: string;
  readonly value: string;
  readonly data?: readonly string[];
  readonly onSet: (value: string | undefined) => void;
}

/** A text that counts when it is whole: with Enter, or when one leaves it. */
const TypedText = ({ label, value, data, onSet }: TypedTextProps) => {
  const [typed, setTyped] = useState(value);
  const commit = (text = typed): void => {
    if (text.trim() !== value) onSet(text.trim() || undefined);
  };
  const common = {
    size: 'md',
    label,
    onBlur: () => commit(),
    onKeyDown: ({ key }: React.KeyboardEvent) => key === 'Enter' && commit(),
  } as const;
  return data ? (
    <Autocomplete {...common} data={[...data]} value={typed} onChange={setTyped} onOptionSubmit={commit} />
  ) : (
    <TextInput {...common} value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
  );
};
