import { useEffect, useRef, useState } from 'react';
import { fieldOf, wordsOf } from '../api.ts';

/** Why the server said no: its own words, and the field of the command that it names. */
export interface Refusal {
  readonly words: string;
  readonly field: string | undefined;
}

/**
 * Sends what was typed, once at a time, and keeps the server's refusal until it is sent again.
 * @returns also `form`, the ref of what is sent: the first that the refusal is about is brought into sight there
 */
export const useSending = <Form extends HTMLElement = HTMLDivElement>() => {
  const [refusal, setRefusal] = useState<Refusal>();
  const [isSending, setSending] = useState(false);
  const form = useRef<Form>(null);
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
      setRefusal({ words: wordsOf(error), field: fieldOf(error) });
      return false;
    } finally {
      setSending(false);
    }
  };
  return { isSending, refusal, send, form };
};
