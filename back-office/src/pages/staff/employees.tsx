import { Badge, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { BoxedList } from '../../parts/boxed-list.tsx';
import { CommandButton } from '../../parts/command-button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { useChange } from '../../place.ts';
import { usePoints } from '../../points.ts';
import { sendCommand, useAct } from '../../reading/act.ts';
import { useMay } from '../../session/session.ts';
import { EmployeeForm } from './employee-form.tsx';
import { type Employee, employeesQuery, KEYS } from './reading.ts';
import classes from './staff.module.css';

const STANDINGS = ['active', 'blocked', 'dismissed'] as const;
const COLOURS = { active: 'sea', blocked: 'orange', dismissed: 'gray' } as const;
type Doing = { readonly what: 'hire' } | { readonly what: 'edit' | 'dismiss' | 'erase'; readonly employee: Employee };

interface EmployeeSearch {
  readonly standing: (typeof STANDINGS)[number];
  readonly find: string;
}
const searchOf = ({ standing, find }: Readonly<Record<string, unknown>>): EmployeeSearch => ({
  standing: STANDINGS.find((each) => each === standing) ?? 'active',
  find: typeof find === 'string' || typeof find === 'number' ? String(find) : '',
});

/** Everybody who was hired: hire, change, block, dismiss, erase. */
export const Employees = () => {
  const { t } = useTranslation();
  const may = useMay();
  const client = useQueryClient();
  const { standing, find } = useSearch({
    strict: false,
    select: searchOf,
    structuralSharing: true,
  } as never) as EmployeeSearch;
  const { data: employees } = useSuspenseQuery(employeesQuery);
  const [doing, setDoing] = useState<Doing>();
  const set = useChange<EmployeeSearch>();
  const readAnew = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: KEYS.employees });
    await client.invalidateQueries({ queryKey: KEYS.present });
  };
  const words = find.trim().toLocaleLowerCase();
  const found = employees.filter(
    ({ state, name, login, role_name, position_name }) =>
      state.standing === standing &&
      [name, login, role_name, position_name].some((text) => text?.toLocaleLowerCase().includes(words)),
  );
  const close = (): void => setDoing(undefined);
  return (
    <Stack>
      <Group gap="sm">
        <SegmentedControl
          size="md"
          aria-label={t('staff.standing')}
          value={standing}
          onChange={(next) => set({ standing: next === 'active' ? undefined : next })}
          data={STANDINGS.map((value) => ({ value, label: t(`staff.standingOf.${value}`) }))}
        />
        <TextInput
          size="md"
          aria-label={t('staff.find')}
          placeholder={t('staff.find')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={find}
          onChange={({ currentTarget }) => set({ find: currentTarget.value || undefined })}
        />
        {may.command('HireEmployee') && (
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setDoing({ what: 'hire' })}>
            {t('staff.hire')}
          </Button>
        )}
      </Group>
      {found.length === 0 && (
        <Stack gap={2}>
          <Text fw={600}>{t('search.nothing')}</Text>
          {employees.length === 0 && <Text c="dimmed">{t('staff.noRowsWhat')}</Text>}
        </Stack>
      )}
      <BoxedList label={t('staff.employees')}>
        {found.map((employee) => (
          <li className={classes.entry} key={employee.id}>
            <OneEmployee
              employee={employee}
              onDo={(what) => setDoing({ what, employee })}
              onDone={() => void readAnew()}
            />
          </li>
        ))}
      </BoxedList>
      {(doing?.what === 'hire' || doing?.what === 'edit') && (
        <EmployeeForm
          before={'employee' in doing ? doing.employee : undefined}
          others={employees}
          onClose={close}
          onDone={readAnew}
        />
      )}
      {doing?.what === 'dismiss' && (
        <AskDialog
          title={t('staff.dismiss')}
          ask={t('staff.dismissAsk', { name: doing.employee.name ?? '' })}
          send={t('staff.dismiss')}
          onClose={close}
          onSend={async () => {
            await sendCommand('DismissEmployee', { employee_id: doing.employee.id });
            await readAnew();
          }}
        />
      )}
      {doing?.what === 'erase' && (
        <EraseDialog
          name={doing.employee.name ?? ''}
          onClose={close}
          onSend={async (reason) => {
            await sendCommand('EraseEmployee', { employee_id: doing.employee.id, reason });
            await readAnew();
          }}
        />
      )}
    </Stack>
  );
};

interface EraseDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onSend: (reason: string) => Promise<void>;
}

/** Asks why before a person is forgotten for good. */
const EraseDialog = ({ name, onClose, onSend }: EraseDialogProps) => {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t('staff.erase')}
      send={t('staff.erase')}
      colour="red"
      isReady={reason.trim() !== ''}
      onClose={onClose}
      onSend={() => onSend(reason.trim())}
      fields={['reason']}
    >
      {(refusalOf) => (
        <>
          <Text>{t('staff.eraseAsk', { name })}</Text>
          <ReasonField value={reason} onChange={setReason} error={refusalOf('reason')} isFirst />
        </>
      )}
    </FormDialog>
  );
};

interface OneEmployeeProps {
  readonly employee: Employee;
  readonly onDo: (what: 'edit' | 'dismiss' | 'erase') => void;
  readonly onDone: () => void;
}

const OneEmployee = ({ employee, onDo, onDone }: OneEmployeeProps) => {
  const { t } = useTranslation();
  const act = useAct();
  const points = usePoints();
  const { id, name, login, role_name, position_name, point_id, state } = employee;
  const { standing } = state;
  const point = point_id === null ? t('integrations.everyPoint') : points.find((each) => each.id === point_id)?.name;
  const give = async (command: 'BlockEmployee' | 'UnblockEmployee'): Promise<void> => {
    if (await act(command, { employee_id: id })) onDone();
  };
  const isErased = name === null;
  return (
    <>
      <div>
        <Group gap="xs">
          <Text fw={600}>{name ?? t('staff.erased', { number: id })}</Text>
          <Badge variant="light" color={COLOURS[standing]}>
            {t(`staff.standingOf.${standing}`)}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {[role_name, position_name !== role_name && position_name, point, login].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Group gap="xs">
        {standing !== 'dismissed' && (
          <CommandButton command="UpdateEmployee" onClick={() => onDo('edit')}>
            {t('integrations.change')}
          </CommandButton>
        )}
        {standing === 'active' && (
          <CommandButton command="BlockEmployee" onClick={() => void give('BlockEmployee')}>
            {t('staff.block')}
          </CommandButton>
        )}
        {standing === 'blocked' && (
          <CommandButton command="UnblockEmployee" onClick={() => void give('UnblockEmployee')}>
            {t('staff.unblock')}
          </CommandButton>
        )}
        {standing !== 'dismissed' && (
          <CommandButton command="DismissEmployee" onClick={() => onDo('dismiss')} isRed>
            {t('staff.dismiss')}
          </CommandButton>
        )}
        {standing === 'dismissed' && !isErased && (
          <CommandButton command="EraseEmployee" onClick={() => onDo('erase')} isRed>
            {t('staff.erase')}
          </CommandButton>
        )}
      </Group>
    </>
  );
};
