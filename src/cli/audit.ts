import { Command } from 'commander';
import { replayCommand } from './audit/replay.ts';
import { verifyCommand } from './audit/verify.ts';
import { verifyExportCommand } from './audit/verify-export.ts';
import { runCommand } from './run-command.ts';

/** Each throws an error of one line for a person, or sets the exit code itself. */
const subcommands: readonly Command[] = [replayCommand, verifyCommand, verifyExportCommand];

const program = new Command('audit').description('What only an event log can give, on a terminal.');
for (const command of subcommands) program.addCommand(command);

await runCommand(program);
