import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSignIn } from '../session/session.ts';

/** A brand without points, or a person whose points are gone: what to do first. */
export const NoPoints = () => {
  const { t } = useTranslation();
  const { signOut } = useSignIn();
  return (
    <Stack align="center" gap="sm" p="xl" pt="20vh">
      <Title order={1}>{t('shell.noPoints')}</Title>
      <Text c="dimmed" maw={480} ta="center">
        {t('shell.noPointsWhat')}
      </Text>
      <Button variant="default" onClick={() => void signOut()}>
        {t('session.signOut')}
      </Button>
    </Stack>
  );
};
