import type { CommandDefinition } from '../bus/command.ts';
import { definePoint } from './define-point.ts';
import { type PreordersOfPoint, specialDayCommands } from './special-days.ts';

export const pointCommands: readonly CommandDefinition<PreordersOfPoint>[] = [definePoint, ...specialDayCommands];
