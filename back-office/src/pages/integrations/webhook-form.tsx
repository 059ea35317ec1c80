import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../parts/form-dialog.tsx';
import type { Secret } from '../../parts/secret-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { sendCommand } from '../../reading/act.ts';
import type { Key, Webhook } from './reading.ts';
import { WEBHOOK_KINDS } from './webhook-kinds.generated.ts';

interface WebhookFormProps {
  readonly of: Key & { readonly webhook: Webhook | undefined };
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
  readonly onSecret: (secret: Secret) => void;
}

/** Where a partner is told what happens. The first time it has a secret, which is shown once. */
export const WebhookForm = ({ of: { key_id, webhook }, onClose, onDone, onSecret }: WebhookFormProps) => {
  const { t } = useTranslation();
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? []);
  const send = async (): Promise<void> => {
    const { result } = await sendCommand('ConfigureWebhook', {
      key_id,
      url: url.trim(),
      events: (events.length > 0 ? [...events] : null) as never,
    });
    const { secret } = result as { secret: string | null };
    if (secret) onSecret({ title: t('integrations.webhook'), what: t('integrations.secretWhat'), secret });
    await onDone();
  };
  return (
    <FormDialog
      title={t('integrations.webhook')}
      send={t('shell.save')}
      onClose={onClose}
      onSend={send}
      fields={['url', 'events']}
    >
      {(refusalOf) => (
        <>
          <TextField
            inputMode="url"
            label={t('integrations.url')}
            isFirst
            value={url}
            onChange={setUrl}
            error={refusalOf('url')}
          />
          <MultiSelect
            size="md"
            searchable
            label={t('integrations.events')}
            placeholder={events.length === 0 ? t('integrations.everyEvent') : ''}
            data={[...new Set([...WEBHOOK_KINDS, ...events])]}
            value={[...events]}
            onChange={setEvents}
            error={refusalOf('events')}
          />
        </>
      )}
    </FormDialog>
  );
};
