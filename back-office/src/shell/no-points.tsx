import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useSignIn } from '../session/session.ts';

const ApplyFile = lazy(async () => ({ default: (await import('../pages/set-up/apply-file.tsx')).ApplyFile }));
const PointForm = lazy(async () => ({ default: (await import('../pages/set-up/point-form.tsx')).PointForm }));

/** A brand without points, or a person whose points are gone: what to do first. */
export const NoPoints = () => {
  const { t } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  const { signOut } = useSignIn();
  const [isAdding, setAdding] = useState(false);
  const [hasFile, setHasFile] = useState(false);
  return (
    <Box h="100dvh" style={{ overflowY: 'auto' }}>
      <Stack align="center" gap="sm" p="md" pt={hasFile ? 'md' : '20vh'}>
        <Title order={1}>{t('shell.noPoints')}</Title>
        <Text c="dimmed" maw={480} ta="center">
          {t('shell.noPointsWhat')}
        </Text>
        {may.command('DefinePoint') && (
          <Button size="md" onClick={() => setAdding(true)}>
            {t('setUp.addPoint')}
          </Button>
        )}
        {may.command('DefinePoint') && !hasFile && (
          <Button size="md" variant="default" onClick={() => setHasFile(true)}>
            {t('setUp.fileHave')}
          </Button>
        )}
        <Suspense>
          {hasFile && (
            <Box w="100%" maw={960}>
              <ApplyFile />
            </Box>
          )}
        </Suspense>
        <Button size="md" variant="default" onClick={() => void signOut()}>
          {t('session.signOut')}
        </Button>
        <Suspense>
          {isAdding && (
            <PointForm onClose={() => setAdding(false)} onDone={() => void navigate({ to: '/set-up' } as never)} />
          )}
        </Suspense>
      </Stack>
    </Box>
  );
};
