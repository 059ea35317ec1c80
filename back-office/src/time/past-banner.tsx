import { Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../parts/formats.ts';
import { useAt, useGo } from '../place.ts';
import classes from './time.module.css';

/** Over every page that shows the past: as of when, that nothing can be changed, and the way back. */
export const PastBanner = () => {
  const { t } = useTranslation();
  const { day, time } = useFormats();
  const at = useAt();
  const go = useGo();
  if (at === undefined) return null;
  const isPosition = /^\d+$/.test(at);
  const words = isPosition
    ? t('time.pastPosition', { position: at })
    : t('time.past', { day: day(at), time: time(at) });
  return (
    <Group className={classes.banner} role="status" gap="xs">
      <Group gap="sm" wrap="nowrap" flex="1 1 260px">
        <IconHistory size={20} aria-hidden style={{ flexShrink: 0 }} />
        <Text size="sm" fw={550}>
          {words}
        </Text>
      </Group>
      <Button size="md" px="sm" variant="white" ml="auto" onClick={() => go({ at: null })}>
        {t('time.backToNow')}
      </Button>
    </Group>
  );
};
