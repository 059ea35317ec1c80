import { useState } from 'react';
import { fieldOf, wordsOf } from '../api.ts';

/** Why the server said no: its own words, and the field of the command that it names. */
export interface Refusal {
  readonly words: string;
  readonly field: string | undefined;
}

/** Sends what was typed, once at a time, and keeps the server's refusal until it is sent again. */
export const useSending = () => {
  const [refusal, setRefusal] = useState<Refusal>();
  const [isSending, setSending] = useState(false);
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
  return { isSending, refusal, send };
};
