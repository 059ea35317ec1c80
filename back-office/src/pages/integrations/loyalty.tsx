import { Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { CommandButton } from '../../parts/command-button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Panel } from '../../parts/panel.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { sendCommand, useAct } from '../../reading/act.ts';
import classes from './integrations.module.css';
import { KEYS, loyaltyQuery } from './reading.ts';

/** The loyalty service of the brand: connect, try, change its secret, disconnect. */
export const Loyalty = () => {
  const { t } = useTranslation();
  const act = useAct();
  const client = useQueryClient();
  const { data: service } = useSuspenseQuery(loyaltyQuery);
  const [doing, setDoing] = useState<'connect' | 'rotate' | 'disconnect'>();
  const [secret, setSecret] = useState<string>();
  const readAnew = () => client.invalidateQueries({ queryKey: ['integrations'] });
  const close = (): void => setDoing(undefined);
  const ping = async (): Promise<void> => {
    if (await act('PingLoyalty', {})) await client.invalidateQueries({ queryKey: KEYS.calls });
  };
  const secretOf = (result: unknown): void => {
    const shown = (result as { secret: string | null }).secret;
    if (shown) setSecret(shown);
  };
  return (
    <Panel label={t('integrations.loyalty')}>
      <Stack gap="sm">
        {service ? (
          <div>
            <Title order={2}>{service.name}</Title>
            <Text className={classes.wrap}>{service.base_url}</Text>
          </div>
        ) : (
          <div>
            <Text fw={600}>{t('integrations.noService')}</Text>
            <Text c="dimmed">{t('integrations.noServiceWhat')}</Text>
          </div>
        )}
        <Group gap="xs">
          <CommandButton command="ConfigureLoyalty" onClick={() => setDoing('connect')} isLarge>
            {t(service ? 'integrations.change' : 'integrations.connect')}
          </CommandButton>
          {service && (
            <CommandButton command="PingLoyalty" onClick={() => void ping()} isLarge>
              {t('integrations.ping')}
            </CommandButton>
          )}
          {service && (
            <CommandButton command="RotateLoyaltySecret" onClick={() => setDoing('rotate')} isLarge>
              {t('integrations.rotate')}
            </CommandButton>
          )}
          {service && (
            <CommandButton command="DisconnectLoyalty" onClick={() => setDoing('disconnect')} isRed isLarge>
              {t('integrations.disconnect')}
            </CommandButton>
          )}
        </Group>
      </Stack>
      {doing === 'connect' && (
        <ConnectForm
          before={service}
          onClose={close}
          onSend={async (fields) => {
            secretOf((await sendCommand('ConfigureLoyalty', fields)).result);
            await readAnew();
          }}
        />
      )}
      {doing === 'rotate' && (
        <AskDialog
          title={t('integrations.rotate')}
          ask={t('integrations.rotateAsk', { name: service?.name ?? '' })}
          send={t('integrations.rotate')}
          onClose={close}
          onSend={async () => secretOf((await sendCommand('RotateLoyaltySecret', {})).result)}
        />
      )}
      {doing === 'disconnect' && (
        <AskDialog
          title={t('integrations.disconnect')}
          ask={t('integrations.disconnectAsk', { name: service?.name ?? '' })}
          send={t('integrations.disconnect')}
          onClose={close}
          onSend={async () => {
            await sendCommand('DisconnectLoyalty', {});
            await readAnew();
          }}
        />
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t('integrations.loyalty')}
          what={t('integrations.secretWhat')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Panel>
  );
};

interface ConnectFormProps {
  readonly before: { readonly name: string; readonly base_url: string } | null;
  readonly onClose: () => void;
  readonly onSend: (fields: { readonly name: string; readonly base_url: string }) => Promise<void>;
}

const ConnectForm = ({ before, onClose, onSend }: ConnectFormProps) => {
  const { t } = useTranslation();
  const [name, setName] = useState(before?.name ?? '');
  const [url, setUrl] = useState(before?.base_url ?? 'https://');
  return (
    <FormDialog
      title={t(before ? 'integrations.change' : 'integrations.connect')}
      send={t('shell.save')}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onSend={() => onSend({ name: name.trim(), base_url: url.trim() })}
      fields={['name', 'base_url']}
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
          <TextField
            inputMode="url"
            label={t('integrations.url')}
            value={url}
            onChange={setUrl}
            error={refusalOf('base_url')}
          />
        </>
      )}
    </FormDialog>
  );
};
