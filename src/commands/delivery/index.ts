import type { CommandDefinition } from '../bus/command.ts';
import { defineZone } from './define-zone.ts';
import { removeZone } from './remove-zone.ts';
import type { ZonePlaces } from './zone-places.ts';

export const deliveryCommands: readonly CommandDefinition<ZonePlaces>[] = [defineZone, removeZone];
