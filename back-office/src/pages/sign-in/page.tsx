import { Button, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { useSignIn } from '../../session/session.ts';
import { Languages } from './languages.tsx';
import { PasswordField } from './password-field.tsx';
import classes from './sign-in.module.css';

/** The server says so in the page: the six people of the demo need no password. */
const demoLogins = (document.querySelector<HTMLMetaElement>('meta[name="demo-logins"]')?.content ?? '')
  .split(' ')
  .filter((login) => /^[a-z]+$/.test(login));

const ROLES = ['owner', 'manager', 'cashier', 'cook', 'accountant', 'auditor'] as const;

export const SignInPage = () => {
  const { t } = useTranslation();
  const { signIn } = useSignIn();
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const { isSending, refusal, send } = useSending();

  const enter = (as: string, secret?: string): void => void send(() => signIn(as, secret));
  const demo = ROLES.filter((role) => demoLogins.includes(role));
  return (
    <main className={classes.page}>
      <Stack className={classes.panel} gap="lg">
        <img src="/back-office/icon.svg" width={44} height={44} alt="" />
        <Title order={1}>{t('session.title')}</Title>
        {demo.length > 0 && (
          <Stack gap="xs">
            <Text c="dimmed">{t('session.demo')}</Text>
            <SimpleGrid cols={2} spacing="xs">
              {demo.map((role) => (
                <Button key={role} size="md" variant="light" disabled={isSending} onClick={() => enter(role)}>
                  {t(`role.${role}`)}
                </Button>
              ))}
            </SimpleGrid>
          </Stack>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            enter(login.trim(), password);
          }}
        >
          <Stack>
            <TextField
              label={t('session.login')}
              autoComplete="username"
              autoCapitalize="none"
              required
              withAsterisk={false}
              value={login}
              onChange={setLogin}
            />
            <PasswordField value={password} onChange={setPassword} />
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
