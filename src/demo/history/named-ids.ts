import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { derivedUuid } from '../../commands/loop/envelope.ts';

/** UUIDs that follow from the name of the current work: a history that is made twice has the same ones. */
export interface NamedIds {
  /** Random outside of named work. */
  readonly next: () => string;
  /** Does the work, and everything that follows from it, under that name. */
  under<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

export const createNamedIds = (): NamedIds => {
  const own = new AsyncLocalStorage<{ readonly name: string; used: number }>();
  return {
    next: () => {
      const mine = own.getStore();
      return mine ? derivedUuid('demo history', mine.name, mine.used++) : randomUUID();
    },
    under: (name, work) => own.run({ name, used: 0 }, work),
  };
};
