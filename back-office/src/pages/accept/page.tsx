import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api.ts';
import { useSignIn } from '../../session/session.ts';
import { Languages } from '../sign-in/languages.tsx';
import { PasswordField } from '../sign-in/password-field.tsx';
import classes from '../sign-in/sign-in.module.css';

/**
 * The link of an invitation leads here: the person chooses a password, and is signed in. The invitation stands after the
 * `#` of the address, so that it reaches no server's log.
 */
export const Page = () => {
  const { t } = useTranslation();
  const { accept } = useSignIn();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [isSending, setSending] = useState(false);

  const send = async (): Promise<void> => {
    setSending(true);
    setRefusal(undefined);
    try {
      await accept(decodeURIComponent(location.hash.slice(1)), password);
      await navigate({ to: '/now', replace: true });
    } catch (error) {
      setRefusal(wordsOf(error));
    } finally {
      setSending(false);
    }
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
            void send();
          }}
        >
          <Stack>
            <PasswordField value={password} onChange={setPassword} isNew />
            {refusal !== undefined && (
              <Alert color="red" role="alert">
                {refusal}
              </Alert>
            )}
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
