import { Badge, Text } from '@mantine/core';
import { IconLock, IconLockOpen2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../parts/formats.ts';
import type { Board } from '../../reading/types.ts';

/** The till shift of the point: who has it and since when, or that there is none. */
export const ShiftNote = ({ board: { shift } }: { readonly board: Board }) => {
  const { t } = useTranslation();
  const { time } = useFormats();
  if (shift === null) {
    return (
      <Badge size="lg" variant="light" color="orange" leftSection={<IconLock size={14} aria-hidden />}>
        {t('now.noShift')}
      </Badge>
    );
  }
  return (
    <Text size="sm" c="dimmed" style={{ display: 'flex', alignItems: 'center', gap: 6 }}>
      <IconLockOpen2 size={16} aria-hidden />
      {t('now.shift', {
        number: shift.shift_number,
        time: shift.opened_at === null ? '' : time(shift.opened_at),
        name: shift.cashier_name ?? '',
      })}
    </Text>
  );
};
