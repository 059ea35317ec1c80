import { createBrand, setRetention } from './create-brand.ts';
import { listCommands } from './lists.ts';

export const referenceCommands = [createBrand, setRetention, ...listCommands];
