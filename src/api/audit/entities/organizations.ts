import { z } from 'zod';
import { amount } from '../../../commands/fields/answer-fields.ts';
import { organizationDecider } from '../../../domain/organizations/decide.ts';
import { organizationEvents } from '../../../domain/organizations/events.ts';
import { balanceOf } from '../../../domain/organizations/state.ts';
import { foldingOf } from '../../../projections/as-of/fold-history.ts';
import { queryId } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import { streamPages } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

export const organizationEntity = ({ store }: EntityDependencies) =>
  defineEntity({
    path: '/organizations/:organization_id',
    name: 'An organization',
    historySummary: "All of an organization's events: its details, its charges and its payments",
    notFoundCode: 'organization_not_found',
    params: z.object({ organization_id: queryId() }),
    state: organizationEvents.OrganizationDetailsChanged.schema
      .omit({ brand_id: true, changed_at: true })
      .extend({ balance: amount().describe('Below zero: the organization owes') }),
    read: ({ organization_id }, _brandId, signal) =>
      streamPages(store, `${organizationDecider.category}-${organization_id}`, signal),
    folding: foldingOf(organizationDecider),
    view: (organization) => {
      if (!organization) return null;
      const {
        brand_id: _,
        credited: __,
        charged: ___,
        older,
        charges,
        recent,
        released,
        payments,
        set_offs,
        limits,
        ...details
      } = organization;
      return { ...details, balance: balanceOf(organization) };
    },
  });
