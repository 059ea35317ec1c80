import type { Command } from 'commander';

/** Runs a command line. A failure is told in one line, and the process ends with code 1. */
export const runCommand = async (command: Command): Promise<void> => {
  try {
    await command.parseAsync();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
};
