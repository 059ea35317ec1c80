import { Group, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOrderKeys } from '../../parts/order-keys.ts';
import { useAt } from '../../place.ts';
import { useBoard } from '../../reading/board.ts';
import { useMay } from '../../session/session.ts';
import { Attention } from './attention.tsx';
import { Lanes } from './lanes.tsx';
import { Points } from './points.tsx';
import { ShiftNote } from './shift-note.tsx';
import { StopNote } from './stop-note.tsx';
import { Sums } from './sums.tsx';

/** What goes on at the point right now, or went on at the instant of the slider. */
export const Page = () => {
  const { t } = useTranslation();
  const may = useMay();
  const at = useAt();
  const board = useBoard();
  useOrderKeys();
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Title order={1}>{t('nav.now')}</Title>
        <ShiftNote board={board} />
      </Group>
      {at === undefined && may.reading('listVenueShifts') && <Points />}
      {at === undefined && may.reading('getAttention') && <Attention />}
      {(may.reading('getToday') || may.audit) && <Sums />}
      <StopNote board={board} />
      <Lanes board={board} />
    </>
  );
};
