import { KeysDestroyed } from '../../event-store/event-store.ts';
import { Unavailable } from './unavailable.ts';

/** An erasure takes longer than a run, so a few are enough. */
const ATTEMPTS = 20;

/**
 * Carries a run out, and once more from its beginning if somebody was erased meanwhile: the run may have found that very
 * person. `isAgain`: a step of the run before may be recorded already.
 */
export const againWhenErased = async <Result>(run: (isAgain: boolean) => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(attempt > 1);
    } catch (error) {
      if (!(error instanceof KeysDestroyed)) throw error;
      if (attempt === ATTEMPTS) throw new Unavailable('persons are erased without a pause');
    }
  }
};
