import type { Response } from 'express';
import type { Registry } from 'prom-client';
import { gaugeOf } from '../../../metrics/make.ts';
import { onceOver } from '../once-over.ts';
import { stateOf } from '../request-state.ts';
import { UnreadAccount } from './unread-account.ts';

/** How many bytes of answers this process holds for clients that have not taken them yet. */
export interface UnreadLimits {
  readonly perKey: number;
  readonly perBrand: number;
  /** For all clients of the process. */
  readonly total: number;
}

const MB = 1024 ** 2;
export const UNREAD_LIMITS: UnreadLimits = { perKey: 32 * MB, perBrand: 64 * MB, total: 256 * MB };

/**
 * Counts the bytes of answers that wait in memory for their readers: by key, by brand, and in all. Bytes that many answers
 * share, as those of a menu, are not counted.
 */
export class UnreadBytes {
  readonly #limits: UnreadLimits;
  readonly #held = new Map<string, number>();

  constructor(limits: Partial<UnreadLimits> = {}, registry?: Registry) {
    this.#limits = { ...UNREAD_LIMITS, ...limits };
    if (registry) gaugeOf(registry, 'unread_answer_bytes', () => [[{}, this.total]]);
  }

  get total(): number {
    return this.#held.get(ALL) ?? 0;
  }

  /** The account of one answer. What it holds is given back when the answer is over, or its connection has gone. */
  accountOf(res: Response): UnreadAccount {
    const state = stateOf(res);
    if (!state.unread) {
      const { perKey, perBrand, total } = this.#limits;
      const holders = [
        { id: `key:${state.key?.key_id ?? 'public'}`, max: perKey },
        { id: `brand:${state.key?.brand_id ?? 'none'}`, max: perBrand },
        { id: ALL, max: total },
      ];
      const account = new UnreadAccount(holders, this.#held);
      state.unread = account;
      onceOver(res, () => account.end());
    }
    return state.unread;
  }
}

const ALL = 'all';
