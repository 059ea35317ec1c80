import { definePoint } from './define-point.ts';

export const pointCommands = [definePoint];
