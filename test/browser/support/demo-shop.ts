import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface DemoShop {
  readonly url: string;
  stop(): void;
}

/** Runs `npm run demo:storefront` beside a Tillstream with the demo brand, on a free port. */
export const startDemoShop = async (tillstream: string): Promise<DemoShop> => {
  const program = ['--conditions=tillstream-source', 'src/demo/storefront.ts', tillstream, '0'];
  const shop = spawn(process.execPath, program, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  return { url: await printedAddress(shop), stop: () => shop.kill() };
};

const printedAddress = async (shop: ChildProcess): Promise<string> => {
  let printed = '';
  for await (const piece of shop.stdout!) {
    printed += piece;
    const url = /http:\/\/[\d.:]+\d/.exec(printed)?.[0];
    if (url) return url;
  }
  throw new Error(`the shop ended: ${printed}`);
};
