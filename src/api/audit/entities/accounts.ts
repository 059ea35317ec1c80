import { z } from 'zod';
import { isOf } from '../../../domain/event-catalogue.ts';
import { referenceLists } from '../../../domain/references/lists.ts';
import { lastOf } from '../../../projections/as-of/fold-history.ts';
import { queryId } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import type { EntityDependencies } from './dependencies.ts';
import { ofPart, withoutBrand } from './part.ts';

export const accountEntity = (deps: EntityDependencies) => {
  const { readPart, ...part } = ofPart(deps, 'account');
  return defineEntity({
    ...part,
    path: '/accounts/:account_id',
    name: 'An account',
    historySummary: 'How an account of money was defined; its money is in the report of movements',
    notFoundCode: 'account_not_found',
    params: z.object({ account_id: queryId() }),
    state: referenceLists.accounts.schema.omit({ brand_id: true }),
    read: ({ account_id }, brandId, signal) => readPart(brandId, [account_id], signal),
    folding: lastOf((event) => (isOf(event, 'AccountDefined') ? event.data : undefined)),
    view: (account) => account && withoutBrand(account),
  });
};
