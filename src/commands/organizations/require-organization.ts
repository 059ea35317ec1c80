import { organizationDecider } from '../../domain/organizations/decide.ts';
import type { Organization } from '../../domain/organizations/state.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import type { CommandContext } from '../bus/context.ts';

/** The organization of the brand that a command about something else names. Else organization_not_found (400). */
export const requireOrganization = async (context: CommandContext, organizationId: number): Promise<Organization> => {
  const organization = await findOrganization(context, organizationId);
  if (!organization) throw invalid('organization_not_found', { field: 'organization_id' });
  return organization;
};

/** The organization that a command is about. Else organization_not_found (404). */
export const requireOwnOrganization = async (
  context: CommandContext,
  organizationId: number,
): Promise<Organization> => {
  const organization = await findOrganization(context, organizationId);
  if (!organization) throw notFound('organization_not_found');
  return organization;
};

const findOrganization = async (context: CommandContext, id: number): Promise<Organization | undefined> => {
  const organization = await context.load(organizationDecider, id);
  return organization?.brand_id === context.brand_id ? organization : undefined;
};
