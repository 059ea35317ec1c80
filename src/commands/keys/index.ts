import type { CommandDefinition } from '../bus/command.ts';
import { keyChangeCommands } from './change-key.ts';
import { issueKey } from './issue-key.ts';
import type { KeyNeeds } from './key-needs.ts';

export const keyCommands: readonly CommandDefinition<KeyNeeds>[] = [issueKey, ...keyChangeCommands];
