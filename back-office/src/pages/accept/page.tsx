import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { useSignIn } from '../../session/session.ts';
import { Languages } from '../sign-in/languages.tsx';
import { PasswordField } from '../sign-in/password-field.tsx';
import classes from '../sign-in/sign-in.module.css';
import { readHash } from './link.ts';

/**
 * The link of an invitation leads here: the person chooses a password, and is signed in. The invitation stands after the
 * `#` of the address, so that it reaches no server's log, and with it the login that the person will sign in with.
 */
export const Page = () => {
  const { t } = useTranslation();
  const { accept } = useSignIn();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const { isSending, refusal, send } = useSending();

  const { invitation, login } = readHash(location.hash);

  const choose = async (): Promise<void> => {
    await accept(invitation, password);
    await navigate({ to: '/now', replace: true });
  };
  return (
    <main className={classes.page}>
      <Stack className={classes.panel} gap="lg">
        <img src="/back-office/icon.svg" width={44} height={44} alt="" />
        <Title order={1}>{t('session.welcome')}</Title>
        <Text c="dimmed">{t('session.choose')}</Text>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send(choose);
          }}
        >
          <Stack>
            {login !== undefined && (
              <TextInput
                size="md"
                label={t('session.yourLogin')}
                value={login}
                autoComplete="username"
                readOnly
                variant="filled"
              />
            )}
            <PasswordField value={password} onChange={setPassword} isNew />
            <RefusalNote refusal={refusal} />
            <Button type="submit" size="md" loading={isSending}>
              {t('session.signIn')}
            </Button>
          </Stack>
        </form>
        <Languages />
      </Stack>
    </main>
  );
};
