import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Copies a text, and says that it has. */
export const CopyButton = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation();
  const { copy, copied } = useClipboard({ timeout: 2_000 });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Button size="sm" variant="subtle" leftSection={<Icon size={18} aria-hidden />} onClick={() => copy(text)}>
      {t(copied ? 'shell.copied' : 'shell.copy')}
    </Button>
  );
};
