import type { CommandDefinition } from '../bus/command.ts';
import type { ShiftPlaces } from '../money/money-needs.ts';
import { receiveOrganizationPayment } from './receive-payment.ts';
import { registerOrganization } from './register-organization.ts';

export const organizationCommands: readonly CommandDefinition<ShiftPlaces>[] = [
  registerOrganization,
  receiveOrganizationPayment,
];
