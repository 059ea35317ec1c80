import type { CommandDefinition } from '../bus/command.ts';
import { acceptShift } from './accept-shift.ts';
import { closeShift } from './close-shift.ts';
import { openShift } from './open-shift.ts';
import type { ShiftPlaces } from './point-of-shift.ts';

export const shiftCommands: readonly CommandDefinition<ShiftPlaces>[] = [openShift, closeShift, acceptShift];
