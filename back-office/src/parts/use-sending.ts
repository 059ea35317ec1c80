import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { fieldOf, wordsOf } from '../api.ts';
import { beginAnew } from '../reading/act.ts';

/** Why the server said no: its own words, and the field of the command that it names. */
export interface Refusal {
  readonly words: string;
  readonly field: string | undefined;
}

/** Whether what asks is still shown. */
const useIsThere = () => {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
};

/**
 * Sends what was typed, once at a time, and keeps the server's refusal until it is sent again.
 * @returns also `form`, the ref of what is sent: the first that the refusal is about is brought into sight there
 */
export const useSending = <Form extends HTMLElement = HTMLDivElement>() => {
  const [refusal, setRefusal] = useState<Refusal>();
  const [isSending, setSending] = useState(false);
  const form = useRef<Form>(null);
  const isThere = useIsThere();
  useEffect(beginAnew, []);
  useEffect(() => {
    // What is wrong may be above the fold of a long form, whose button is seen at once.
    if (refusal) form.current?.querySelector('[aria-invalid=true], [role=alert]')?.scrollIntoView({ block: 'center' });
  }, [refusal]);
  /** @returns whether the server has accepted it */
  const send = async (work: () => Promise<unknown>): Promise<boolean> => {
    setSending(true);
    setRefusal(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      const words = wordsOf(error);
      setRefusal({ words, field: fieldOf(error) });
      // Who closed the form meanwhile takes it for done.
      if (!isThere.current) notifications.show({ color: 'red', message: words, role: 'alert' } as never);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { isSending, refusal, send, form };
};
