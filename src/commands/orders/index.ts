import type { CommandDefinition } from '../bus/command.ts';
import { cancelLoyaltyHold } from './cancel-loyalty-hold.ts';
import { chequeChangeCommands } from './change-cheque.ts';
import { chequeItemCommands } from './cheque-items.ts';
import { closeCheque } from './close-cheque.ts';
import { deleteCheque } from './delete-cheque.ts';
import { identifyLoyaltyCustomer } from './identify-loyalty-customer.ts';
import { openCheque } from './open-cheque.ts';
import type { OrderNeeds } from './order-needs.ts';
import { orderStepCommands } from './order-steps.ts';
import { returnGoods } from './return-goods.ts';
import { waitingOrderCommands } from './waiting-orders.ts';

export const orderCommands: readonly CommandDefinition<OrderNeeds>[] = [
  ...waitingOrderCommands,
  ...orderStepCommands,
  openCheque,
  ...chequeItemCommands,
  ...chequeChangeCommands,
  ...[closeCheque, deleteCheque, returnGoods],
];

/** What the till asks of the loyalty service for a cheque. */
export const chequeLoyaltyCommands: readonly CommandDefinition<OrderNeeds>[] = [
  identifyLoyaltyCustomer,
  cancelLoyaltyHold,
];
