import type { CommandDefinition } from '../bus/command.ts';
import { cancelMovement } from './cancel-movement.ts';
import { countAccount } from './count-account.ts';
import type { MoneyNeeds } from './money-needs.ts';
import { moveMoneyCommand } from './move-money.ts';
import { transferMoney } from './transfer-money.ts';

export const moneyCommands: readonly CommandDefinition<MoneyNeeds>[] = [
  moveMoneyCommand,
  transferMoney,
  cancelMovement,
  countAccount,
];
