import { Button } from '@mantine/core';
import type { CommandName } from '@tillstream/client';
import type { ReactNode } from 'react';
import { useMay } from '../session/session.ts';

interface CommandButtonProps {
  /** Who may not give it does not see the button. */
  readonly command: CommandName;
  readonly onClick: () => void;
  /** Something ends by it. */
  readonly isRed?: boolean;
  readonly isLarge?: boolean;
  readonly children: ReactNode;
}

/** A button of a list's entry, for a command that not every role may give. */
export const CommandButton = ({ command, onClick, isRed = false, isLarge = false, children }: CommandButtonProps) => {
  const may = useMay();
  if (!may.command(command)) return null;
  return (
    <Button size={isLarge ? 'md' : 'sm'} variant="default" {...(isRed && { c: 'var(--late)' })} onClick={onClick}>
      {children}
    </Button>
  );
};
