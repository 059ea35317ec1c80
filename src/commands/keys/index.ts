import { createBrand } from '../references/create-brand.ts';
import { issueKey } from './issue-key.ts';
import { revokeKey } from './revoke-key.ts';
import { updateKey } from './update-key.ts';

export const brandCommands = [createBrand, issueKey, updateKey, revokeKey];
