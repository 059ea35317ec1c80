import type { CommandDefinition } from '../bus/command.ts';
import type { ShiftPlaces } from '../shifts/shift-places.ts';
import { paySupplier } from './pay-supplier.ts';
import { registerSupplier } from './register-supplier.ts';
import { cancelSupply, recordSupply, returnSupply, type SupplyPlaces } from './supplies.ts';

export const supplierCommands: readonly CommandDefinition<ShiftPlaces & SupplyPlaces>[] = [
  registerSupplier,
  recordSupply,
  returnSupply,
  cancelSupply,
  paySupplier,
];
