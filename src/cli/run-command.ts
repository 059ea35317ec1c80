import type { Command } from 'commander';
import { toError } from '../database/thrown.ts';

/** Runs a command line. A failure is told in one line, and the process ends with code 1. */
export const runCommand = async (command: Command): Promise<void> => {
  try {
    await command.parseAsync();
  } catch (error) {
    console.error(toError(error).message);
    process.exitCode = 1;
  }
};
