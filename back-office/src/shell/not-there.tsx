import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageLink } from './page-link.tsx';

/** An address that leads to no page. */
export const NotThere = () => {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="sm" p="xl" mt="10vh">
      <Title order={1}>{t('shell.notThere')}</Title>
      <Text c="dimmed">{t('shell.notThereWhy')}</Text>
      <Button component={PageLink} to="/now">
        {t('nav.now')}
      </Button>
    </Stack>
  );
};
