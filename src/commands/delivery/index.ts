import { defineZone } from './define-zone.ts';
import { removeZone } from './remove-zone.ts';

export const deliveryCommands = [defineZone, removeZone];
