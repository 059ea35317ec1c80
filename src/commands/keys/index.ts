import type { CommandDefinition } from '../bus/command.ts';
import { issueKey } from './issue-key.ts';
import type { KeyNeeds } from './key-needs.ts';
import { revokeKey } from './revoke-key.ts';
import { updateKey } from './update-key.ts';

export const keyCommands: readonly CommandDefinition<KeyNeeds>[] = [issueKey, updateKey, revokeKey];
