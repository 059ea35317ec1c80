import { Button, Stack, Text, Title } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../api.ts';

/** A page could not be read: the server's own words, and another try. */
export const Broken = ({ error }: ErrorComponentProps) => {
  const { t } = useTranslation();
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <Stack align="center" gap="sm" p="xl" mt="10vh" role="alert">
      <Title order={1}>{t('shell.notShown')}</Title>
      <Text c="dimmed" maw={480} ta="center">
        {wordsOf(error)}
      </Text>
      <Button onClick={again}>{t('shell.tryAgain')}</Button>
    </Stack>
  );
};
