import { Checkbox, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../parts/date-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { PointsField } from '../../parts/points-field.tsx';
import type { Secret } from '../../parts/secret-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { sendCommand } from '../../reading/act.ts';
import type { Key } from './reading.ts';

const PERMISSIONS = ['reports', 'attendance', 'table_booking', 'payments'] as const;
const CONFIRMATIONS = ['none', 'delivery', 'all'] as const;

interface KeyFormProps {
  /** The key that is changed. None: a new one. */
  readonly before: Key | undefined;
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
  readonly onSecret: (secret: Secret) => void;
}

/** Issues a key for a partner, or changes what it may do. A new one is shown once. */
export const KeyForm = ({ before, onClose, onDone, onSecret }: KeyFormProps) => {
  const { t } = useTranslation();
  const [name, setName] = useState(before?.name ?? '');
  const [permissions, setPermissions] = useState<readonly string[]>(before?.permissions ?? []);
  const [pointIds, setPointIds] = useState<readonly string[]>(before?.point_ids ?? []);
  const [expires, setExpires] = useState(before?.expires_at?.slice(0, 10) ?? '');
  const [autoConfirm, setAutoConfirm] = useState(before?.auto_confirm ?? false);
  const [confirmation, setConfirmation] = useState<string>(before?.operator_confirmation ?? 'none');
  const [limit, setLimit] = useState<number | string>(before?.requests_per_minute ?? '');

  const send = async (): Promise<void> => {
    const terms = {
      permissions: permissions as (typeof PERMISSIONS)[number][],
      point_ids: pointIds.length > 0 ? [...pointIds] : null,
      expires_at: expires === '' ? null : `${expires}T00:00:00Z`,
      auto_confirm: autoConfirm,
      operator_confirmation: confirmation as (typeof CONFIRMATIONS)[number],
      requests_per_minute: limit === '' ? null : Number(limit),
    };
    if (before) {
      await sendCommand('UpdateKey', { key_id: before.key_id, name: name.trim(), ...terms });
    } else {
      const { result } = await sendCommand('IssueKey', { audience: 'partner', name: name.trim(), ...terms });
      const { api_key } = result as { api_key: string | null };
      if (api_key) onSecret({ title: name.trim(), what: t('integrations.keyWhat'), secret: api_key });
    }
    await onDone();
  };
  return (
    <FormDialog
      title={t(before ? 'integrations.change' : 'integrations.issue')}
      send={t(before ? 'shell.save' : 'integrations.issue')}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onSend={send}
      fields={['name', 'permissions', 'point_ids', 'expires_at', 'operator_confirmation', 'requests_per_minute']}
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
          <Checkbox.Group
            label={t('integrations.permissions')}
            value={[...permissions]}
            onChange={setPermissions}
            error={refusalOf('permissions')}
          >
            <Stack gap="xs" mt="xs">
              {PERMISSIONS.map((each) => (
                <Checkbox key={each} size="md" value={each} label={t(`integrations.permission.${each}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <PointsField value={pointIds} onChange={setPointIds} error={refusalOf('point_ids')} />
          <Select
            size="md"
            label={t('integrations.confirmation')}
            data={CONFIRMATIONS.map((value) => ({ value, label: t(`integrations.confirmationOf.${value}`) }))}
            value={confirmation}
            onChange={(value) => value !== null && setConfirmation(value)}
            allowDeselect={false}
            error={refusalOf('operator_confirmation')}
          />
          <Checkbox
            size="md"
            label={t('integrations.autoConfirm')}
            checked={autoConfirm}
            onChange={({ currentTarget }) => setAutoConfirm(currentTarget.checked)}
          />
          <DateField
            label={t('integrations.expires')}
            value={expires}
            onChange={setExpires}
            error={refusalOf('expires_at')}
            mayBeEmpty
          />
          <NumberField
            label={t('integrations.limit')}
            min={1}
            allowDecimal={false}
            value={limit}
            onChange={setLimit}
            error={refusalOf('requests_per_minute')}
          />
        </>
      )}
    </FormDialog>
  );
};
