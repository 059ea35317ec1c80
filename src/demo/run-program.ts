import { TillstreamError } from '../../client/src/index.ts';
import { toError } from '../database/thrown.ts';

/** Runs a demo program that stands beside a Tillstream, and says in one line why it cannot. */
export const runProgram = async (base: string, main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    const isAway = error instanceof TillstreamError && error.status === 0;
    console.error(isAway ? `Nothing answers at ${base}: npm start first.` : toError(error).message);
    process.exit(1);
  }
};
