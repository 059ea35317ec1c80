import { acceptShift } from './accept-shift.ts';
import { closeShift } from './close-shift.ts';
import { openShift } from './open-shift.ts';

export const shiftCommands = [openShift, closeShift, acceptShift];
