import { z } from 'zod';
import { isOf } from '../../../domain/event-catalogue.ts';
import { referenceLists } from '../../../domain/references/lists.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { queryId } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import type { EntityDependencies } from './dependencies.ts';
import { ofPart, withoutBrand } from './part.ts';

type AccountThen = z.infer<typeof referenceLists.accounts.schema> & { readonly is_retired: boolean };

const evolve = (then: AccountThen | null, event: RecordedEvent): AccountThen | null => {
  if (isOf(event, 'AccountDefined')) return { ...event.data, is_retired: false };
  if (isOf(event, 'AccountRetired')) return then && { ...then, is_retired: true };
  return isOf(event, 'AccountRestored') ? then && { ...then, is_retired: false } : then;
};

export const accountEntity = (deps: EntityDependencies) => {
  const { readPart, ...part } = ofPart(deps, 'account');
  return defineEntity({
    ...part,
    path: '/accounts/:account_id',
    name: 'An account',
    historySummary: 'How an account of money was defined; its money is in the report of movements',
    notFoundCode: 'account_not_found',
    params: z.object({ account_id: queryId() }),
    state: referenceLists.accounts.schema.omit({ brand_id: true }).extend({ is_retired: z.boolean() }),
    read: ({ account_id }, brandId, signal) => readPart(brandId, [account_id], signal),
    folding: { initial: null, evolve },
    view: (account) => account && withoutBrand(account),
  });
};
