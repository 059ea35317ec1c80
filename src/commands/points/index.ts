import { defineHall } from './define-hall.ts';
import { definePoint } from './define-point.ts';
import { defineTable } from './define-table.ts';

export const pointCommands = [definePoint, defineHall, defineTable];
