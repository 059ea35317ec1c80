import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect } from 'react';

/** A dialog. When it is gone, the focus is where it was before: people who use the keyboard go on from there. */
export const Dialog = (props: Omit<ModalProps, 'opened' | 'centered'>) => {
  useFocusBack();
  return <Modal opened centered {...props} />;
};

/** Mantine's own way back is for dialogs that are there all the time, and closed; these are there while they are open. */
const useFocusBack = (): void => {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
};
