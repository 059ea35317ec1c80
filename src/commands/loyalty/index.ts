import type { CommandDefinition } from '../bus/command.ts';
import { cancelLoyaltyHold } from './cancel-hold.ts';
import { connectionCommands } from './connection.ts';
import { identifyLoyaltyCustomer } from './identify-customer.ts';
import type { LoyaltyNeeds } from './loyalty-needs.ts';

export const loyaltyCommands: readonly CommandDefinition<LoyaltyNeeds>[] = [
  ...connectionCommands,
  identifyLoyaltyCustomer,
  cancelLoyaltyHold,
];
