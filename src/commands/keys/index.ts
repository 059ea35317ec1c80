import { issueKey } from './issue-key.ts';
import { revokeKey } from './revoke-key.ts';
import { updateKey } from './update-key.ts';

export const keyCommands = [issueKey, updateKey, revokeKey];
