import type { CommandDefinition } from '../bus/command.ts';
import type { ShiftPlaces } from '../money/money-needs.ts';
import { paySupplier } from './pay-supplier.ts';
import { registerSupplier } from './register-supplier.ts';
import { type SupplyPlaces, supplyCommands } from './supplies.ts';

export const supplierCommands: readonly CommandDefinition<ShiftPlaces & SupplyPlaces>[] = [
  registerSupplier,
  ...supplyCommands,
  paySupplier,
];
