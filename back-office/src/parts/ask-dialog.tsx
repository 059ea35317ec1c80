import { Text } from '@mantine/core';
import { FormDialog } from './form-dialog.tsx';

interface AskDialogProps {
  readonly title: string;
  /** What will be so, and that it can't be undone. */
  readonly ask: string;
  readonly send: string;
  readonly colour?: string;
  readonly onClose: () => void;
  readonly onSend: () => Promise<unknown>;
}

/** Asks before something that can't be undone. */
export const AskDialog = ({ ask, colour = 'red', ...rest }: AskDialogProps) => (
  <FormDialog colour={colour} {...rest}>
    {() => <Text>{ask}</Text>}
  </FormDialog>
);
