import type { LoyaltyAnswer } from '../../commands/loyalty/loyalty-service.ts';
import { parseAnswer, wordsOf } from '../../domain/loyalty/answers.ts';
import type { Answered } from '../outbound/exchange.ts';

/** An answer with more than this is no answer of a loyalty service. */
export const MAX_ANSWER_BYTES = 64 * 1024;

/** 2xx: done. 4xx: the service says no. Everything else: it may have done it or not. */
export const readAnswer = ({ status_code, answer }: Pick<Answered, 'status_code' | 'answer'>): LoyaltyAnswer => {
  const isOf = (hundreds: number): boolean => status_code !== null && Math.floor(status_code / 100) === hundreds;
  if (status_code !== null && isOf(2)) return { kind: 'done', status_code, body: parseAnswer(answer) };
  if (status_code !== null && isOf(4)) return { kind: 'refused', status_code, words: wordsOf(parseAnswer(answer)) };
  return { kind: 'failed', status_code };
};
