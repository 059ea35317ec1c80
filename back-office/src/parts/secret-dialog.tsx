import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { Foot } from './foot.tsx';

/** What the server shows once. */
export interface Secret {
  readonly title: string;
  /** What it is for. */
  readonly what: string;
  readonly secret: string;
}

interface SecretDialogProps extends Secret {
  readonly onClose: () => void;
}

/** A secret that the server shows this once: a click beside the dialog does not close it. */
export const SecretDialog = ({ title, what, secret, onClose }: SecretDialogProps) => {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={title} closeOnClickOutside={false} closeOnEscape={false}>
      <Stack>
        <Text>{what}</Text>
        <Code block data-secret style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Alert color="orange">{t('shell.shownOnce')}</Alert>
        <Foot>
          <CopyButton text={secret} />
          <Button size="md" onClick={onClose}>
            {t('shell.done')}
          </Button>
        </Foot>
      </Stack>
    </Dialog>
  );
};
