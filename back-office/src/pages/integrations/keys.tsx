import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { BoxedList } from '../../parts/boxed-list.tsx';
import { CommandButton } from '../../parts/command-button.tsx';
import { useFormats } from '../../parts/formats.ts';
import { type Secret, SecretDialog } from '../../parts/secret-dialog.tsx';
import { usePoints } from '../../points.ts';
import { sendCommand, useAct } from '../../reading/act.ts';
import { useMay } from '../../session/session.ts';
import classes from './integrations.module.css';
import { KeyForm } from './key-form.tsx';
import { isRevoked, KEYS, type Key, keysQuery, type Webhook } from './reading.ts';
import { WebhookForm } from './webhook-form.tsx';

type KeyWithWebhook = Key & { readonly webhook: Webhook | undefined };
type Doing =
  | { readonly what: 'issue' }
  | { readonly what: 'change' | 'webhook' | 'rotate' | 'revoke'; readonly key: KeyWithWebhook };

/** The keys of partners: what each may do, where it is told what happens, and until when. */
export const Keys = () => {
  const { t } = useTranslation();
  const may = useMay();
  const client = useQueryClient();
  const { data: keys } = useSuspenseQuery(keysQuery);
  const [doing, setDoing] = useState<Doing>();
  const [secret, setSecret] = useState<Secret>();
  const readAnew = () => client.invalidateQueries({ queryKey: KEYS.keys });
  const close = (): void => setDoing(undefined);
  const key = doing && 'key' in doing ? doing.key : undefined;
  return (
    <Stack>
      {may.command('IssueKey') && (
        <Group>
          <Button
            size="md"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setDoing({ what: 'issue' })}
          >
            {t('integrations.issue')}
          </Button>
        </Group>
      )}
      {keys.length === 0 && (
        <Stack gap={2}>
          <Text fw={600}>{t('integrations.noKeys')}</Text>
          <Text c="dimmed">{t('integrations.noKeysWhat')}</Text>
        </Stack>
      )}
      <BoxedList label={t('integrations.keys')}>
        {keys.map((each) => (
          <li key={each.key_id}>
            <OneKey value={each} onDo={(what) => setDoing({ what, key: each })} />
          </li>
        ))}
      </BoxedList>
      {(doing?.what === 'issue' || doing?.what === 'change') && (
        <KeyForm before={key} onClose={close} onDone={readAnew} onSecret={setSecret} />
      )}
      {doing?.what === 'webhook' && (
        <WebhookForm of={doing.key} onClose={close} onDone={readAnew} onSecret={setSecret} />
      )}
      {doing?.what === 'rotate' && (
        <AskDialog
          title={t('integrations.rotate')}
          ask={t('integrations.rotateAsk', { name: doing.key.name })}
          send={t('integrations.rotate')}
          onClose={close}
          onSend={async () => {
            const { result } = await sendCommand('RotateWebhookSecret', { key_id: doing.key.key_id });
            const shown = (result as { secret: string | null }).secret;
            if (shown)
              setSecret({ title: t('integrations.rotate'), what: t('integrations.secretWhat'), secret: shown });
          }}
        />
      )}
      {doing?.what === 'revoke' && (
        <AskDialog
          title={t('integrations.revoke')}
          ask={t('integrations.revokeAsk', { name: doing.key.name })}
          send={t('integrations.revoke')}
          onClose={close}
          onSend={async () => {
            await sendCommand('RevokeKey', { key_id: doing.key.key_id });
            await readAnew();
          }}
        />
      )}
      {secret && <SecretDialog {...secret} onClose={() => setSecret(undefined)} />}
    </Stack>
  );
};

interface OneKeyProps {
  readonly value: KeyWithWebhook;
  readonly onDo: (what: 'change' | 'webhook' | 'rotate' | 'revoke') => void;
}

const OneKey = ({ value, onDo }: OneKeyProps) => {
  const { t } = useTranslation();
  const { day } = useFormats();
  const act = useAct();
  const client = useQueryClient();
  const points = usePoints();
  const { name, permissions = [], point_ids, expires_at, state, webhook, key_id } = value;
  const isOver = isRevoked(value);
  const isPartner = state.audience === 'partner';
  const where = point_ids ?? null;
  const names = where?.map((id) => points.find((point) => point.id === id)?.name ?? id).join(', ');
  const ping = async (): Promise<void> => {
    if (await act('PingWebhook', { key_id })) await client.invalidateQueries({ queryKey: KEYS.calls });
  };
  return (
    <div className={classes.key}>
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          <Badge variant="light" color="gray">
            {t(`integrations.audience.${state.audience}`)}
          </Badge>
          {isOver && (
            <Badge variant="light" color="red">
              {t('integrations.revoked', { day: day(state.revoked_at!) })}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {[
            permissions.length > 0 && permissions.map((each) => t(`integrations.permission.${each}`)).join(', '),
            where === null ? t('integrations.everyPoint') : names,
            expires_at && t('integrations.until', { day: day(expires_at) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {webhook && (
          <Text size="sm" className={classes.wrap}>
            {webhook.url}
            <Text span c="dimmed">
              {' '}
              · {webhook.events ? webhook.events.join(', ') : t('integrations.everyEvent')}
            </Text>
          </Text>
        )}
      </div>
      {!isOver && isPartner && (
        <Group gap="xs">
          <CommandButton command="UpdateKey" onClick={() => onDo('change')}>
            {t('integrations.change')}
          </CommandButton>
          <CommandButton command="ConfigureWebhook" onClick={() => onDo('webhook')}>
            {t('integrations.webhook')}
          </CommandButton>
          {webhook && (
            <CommandButton command="PingWebhook" onClick={() => void ping()}>
              {t('integrations.ping')}
            </CommandButton>
          )}
          {webhook && (
            <CommandButton command="RotateWebhookSecret" onClick={() => onDo('rotate')}>
              {t('integrations.rotate')}
            </CommandButton>
          )}
          <CommandButton command="RevokeKey" onClick={() => onDo('revoke')} isRed>
            {t('integrations.revoke')}
          </CommandButton>
        </Group>
      )}
    </div>
  );
};
