import { Group, Kbd, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../parts/dialog.tsx';
import { useMay } from '../session/session.ts';
import { DIGITS } from './page-keys.ts';
import { PAGES } from './pages.ts';

/** All keys that do something, under "?". */
export const KeyList = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const may = useMay();
  const keys: [string, string][] = [
    ['Ctrl K', t('search.open')],
    ...PAGES.filter(({ isFor }) => isFor(may))
      .slice(0, DIGITS)
      .map(({ name }, index): [string, string] => [`Alt ${index + 1}`, t(name)]),
    ...(may.audit
      ? ([
          ['T', t('time.open')],
          ['← →', t('keys.minute')],
          ['Shift ← →', t('keys.quarter')],
          [', .', t('keys.step')],
          ['P', t('time.play')],
        ] as [string, string][])
      : []),
    ['J K', t('keys.nextOrder')],
    ['Enter', t('keys.openOrder')],
    ['A', t('keys.act')],
    ['?', t('keys.title')],
  ];
  return (
    <Dialog onClose={onClose} title={t('keys.title')}>
      <Stack gap={4}>
        {keys.map(([key, does]) => (
          <Group key={key} justify="space-between" wrap="nowrap" mih={36}>
            <Text>{does}</Text>
            <Kbd>{key}</Kbd>
          </Group>
        ))}
      </Stack>
    </Dialog>
  );
};
