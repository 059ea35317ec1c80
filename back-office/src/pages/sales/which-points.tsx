import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Sales } from './asked.ts';

/** The point of the header, or all of them. */
export const WhichPoints = ({ sales: { isEverywhere, set } }: { readonly sales: Sales }) => {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      size="md"
      aria-label={t('sales.which')}
      value={isEverywhere ? 'all' : 'one'}
      onChange={(value) => set({ everywhere: value === 'all' || undefined })}
      data={[
        { value: 'one', label: t('sales.here') },
        { value: 'all', label: t('sales.everywhere') },
      ]}
    />
  );
};
