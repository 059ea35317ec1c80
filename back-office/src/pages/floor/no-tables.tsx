import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A point without tables: what to do first. */
export const NoTables = () => {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Title order={1}>{t('nav.floor')}</Title>
      <Text c="dimmed">{t('floor.noTables')}</Text>
    </Stack>
  );
};
