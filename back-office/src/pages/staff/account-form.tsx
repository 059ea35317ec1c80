import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { PointsField } from '../../parts/points-field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { sendCommand } from '../../reading/act.ts';
import { usePerson } from '../../session/session.ts';
import { LANGUAGE_NAMES, LANGUAGES, language } from '../../words/language.ts';
import type { Account } from './reading.ts';

const ROLES = ['owner', 'manager', 'cashier', 'cook', 'accountant', 'auditor'] as const;

interface AccountFormProps {
  /** The account that is changed. None: somebody new. */
  readonly before: Account | undefined;
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
  readonly onInvited: (person: { readonly name: string; readonly login: string }, result: unknown) => void;
}

/** Invites a person, or changes what an account may do and where. The link of an invitation is shown once. */
export const AccountForm = ({ before, onClose, onDone, onInvited }: AccountFormProps) => {
  const { t } = useTranslation();
  const person = usePerson();
  const [login, setLogin] = useState('');
  const [name, setName] = useState(before?.name ?? '');
  const [role, setRole] = useState<string>(before?.role ?? 'cashier');
  const [pointIds, setPointIds] = useState<readonly string[]>(before?.point_ids ?? []);
  const [spoken, setSpoken] = useState<string>(before?.language ?? language());
  // Only an owner makes owners.
  const roles = ROLES.filter((each) => each !== 'owner' || person.role === 'owner' || before?.role === 'owner');

  const send = async (): Promise<void> => {
    const terms = {
      name: name.trim(),
      role: role as (typeof ROLES)[number],
      point_ids: pointIds.length > 0 ? [...pointIds] : null,
      language: spoken as (typeof LANGUAGES)[number],
    };
    if (before) await sendCommand('ChangeAccount', { account_id: before.account_id, ...terms });
    else {
      const invited = { login: login.trim(), ...terms };
      onInvited(invited, (await sendCommand('InviteAccount', invited)).result);
    }
    await onDone();
  };
  return (
    <FormDialog
      title={t(before ? 'integrations.change' : 'staff.invite')}
      send={t(before ? 'shell.save' : 'staff.invite')}
      isReady={name.trim() !== '' && (before !== undefined || login.trim() !== '')}
      onClose={onClose}
      onSend={send}
      fields={['login', 'name', 'role', 'point_ids', 'language']}
    >
      {(refusalOf) => (
        <>
          {!before && (
            <TextField
              label={t('session.login')}
              autoCapitalize="none"
              maxLength={64}
              isFirst
              value={login}
              onChange={setLogin}
              error={refusalOf('login')}
            />
          )}
          <TextField
            label={t('floor.guestName')}
            maxLength={255}
            value={name}
            onChange={setName}
            error={refusalOf('name')}
          />
          <Select
            size="md"
            label={t('staff.role')}
            data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
            value={role}
            onChange={(value) => value !== null && setRole(value)}
            allowDeselect={false}
            error={refusalOf('role')}
          />
          <PointsField value={pointIds} onChange={setPointIds} error={refusalOf('point_ids')} />
          <Select
            size="md"
            label={t('shell.language')}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={spoken}
            onChange={(value) => value !== null && setSpoken(value)}
            allowDeselect={false}
            error={refusalOf('language')}
          />
        </>
      )}
    </FormDialog>
  );
};
