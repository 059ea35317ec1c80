import { brandCommands } from './create-brand.ts';
import { listCommands } from './lists.ts';

export const referenceCommands = [...brandCommands, ...listCommands];
