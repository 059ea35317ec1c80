import { Autocomplete, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { usePoints } from '../../points.ts';
import { sendCommand } from '../../reading/act.ts';
import { latinOf } from '../../words/latin.ts';
import type { Employee } from './reading.ts';

interface EmployeeFormProps {
  /** Who is changed. None: somebody new. */
  readonly before: Employee | undefined;
  readonly others: readonly Employee[];
  /** What somebody new will be, unless another role is typed. */
  readonly role?: string;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** Hires somebody, or changes their details. Roles and positions are the venue's own: those in use are offered. */
export const EmployeeForm = ({ before, others, role: usual = '', onClose, onDone }: EmployeeFormProps) => {
  const { t } = useTranslation();
  const points = usePoints();
  const [name, setName] = useState(before?.name ?? '');
  const [ownLogin, setLogin] = useState(before?.login);
  const login = ownLogin ?? loginOf(name);
  const [role, setRole] = useState(before?.role_name ?? usual);
  const [position, setPosition] = useState(before?.position_name ?? '');
  const [pointId, setPointId] = useState<string | null>(before ? before.point_id : (points[0]?.id ?? null));
  const namesOf = (pick: (each: Employee) => string): string[] => [...new Set(others.map(pick))].sort();

  const send = async (): Promise<void> => {
    const role_name = role.trim();
    const position_name = position.trim() || role_name;
    const samePosition = others.find((each) => each.position_name === position_name);
    const nextPosition = Math.max(0, ...others.map(({ position_id }) => position_id)) + 1;
    const fields = {
      name: name.trim(),
      login: login.trim(),
      role: others.find((each) => each.role_name === role_name)?.role ?? codeOf(role_name),
      role_name,
      position_id: samePosition?.position_id ?? nextPosition,
      position_name,
      point_id: pointId,
    };
    if (before) await sendCommand('UpdateEmployee', { id: before.id, ...fields });
    else await sendCommand('HireEmployee', fields);
    await onDone();
  };
  return (
    <FormDialog
      title={t(before ? 'integrations.change' : 'staff.hire')}
      send={t(before ? 'shell.save' : 'staff.hire')}
      isReady={[name, login, role].every((text) => text.trim() !== '')}
      onClose={onClose}
      onSend={send}
      fields={['name', 'login', 'role_name', 'position_name', 'point_id']}
    >
      {(refusalOf) => (
        <>
          <TextField
            label={t('floor.guestName')}
            maxLength={255}
            isFirst
            value={name}
            onChange={setName}
            error={refusalOf('name')}
          />
          <TextField
            label={t('session.login')}
            description={t('staff.loginWhat')}
            autoCapitalize="none"
            maxLength={100}
            value={login}
            onChange={setLogin}
            error={refusalOf('login')}
          />
          <Autocomplete
            size="md"
            label={t('staff.role')}
            maxLength={64}
            data={namesOf(({ role_name }) => role_name)}
            value={role}
            onChange={setRole}
            error={refusalOf('role_name') ?? refusalOf('role')}
          />
          <Autocomplete
            size="md"
            label={t('staff.position')}
            maxLength={255}
            data={namesOf(({ position_name }) => position_name)}
            value={position}
            placeholder={role}
            onChange={setPosition}
            error={refusalOf('position_name')}
          />
          <Select
            size="md"
            label={t('shell.point')}
            placeholder={t('integrations.everyPoint')}
            clearable
            data={points.map(({ id, name: point }) => ({ value: id, label: point }))}
            value={pointId}
            onChange={setPointId}
            error={refusalOf('point_id')}
          />
        </>
      )}
    </FormDialog>
  );
};

/** A login that is made of a name: Азиз Каримов is aziz.karimov. */
const loginOf = (name: string): string =>
  latinOf(name)
    .toLowerCase()
    .replace(/['’‘`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '.')
    .replace(/^\.|\.$/g, '')
    .slice(0, 100);

/** A short name for programs, of letters and digits. */
const codeOf = (name: string): string => name.toLocaleLowerCase().replace(/\s+/g, '_').slice(0, 64);
