import { dirname } from 'node:path';
import { Command } from 'commander';
import { fileOfTable } from '../brand-file/from-table.ts';
import { planBrand } from '../brand-file/plan.ts';
import type { There } from '../brand-file/there.ts';
import { readProductTable } from '../product-table/read-table.ts';
import { type CarryOptions, carryOut, type Wanted } from './brand/carry-out.ts';
import { exportTo } from './brand/export.ts';
import { brandOfFile, bytesOf, linesOf } from './brand/files.ts';
import { brandServer } from './brand/venue-of.ts';
import { runCommand } from './run-command.ts';

/** Where the README's demo runs, and the key that it prints. */
const DEMO = { url: 'http://127.0.0.1:8080', key: 'demo-venue-key' } as const;

type Where = { readonly url?: string; readonly key?: string };

const ofServer = (command: Command): Command =>
  command
    .option('--url <address>', `of the server; TILLSTREAM_URL, or ${DEMO.url}, unless told`)
    .option('--key <key>', `of the venue, for the whole brand; TILLSTREAM_API_KEY, or ${DEMO.key}, unless told`);

const whereOf = ({ url, key }: Where) => ({
  url: url ?? (process.env.TILLSTREAM_URL || DEMO.url),
  key: key ?? (process.env.TILLSTREAM_API_KEY || DEMO.key),
});

const exporting = ofServer(new Command('export'))
  .description('Writes the brand as a file: points, menu, prices, zones, staff. Never secrets.')
  .option('--out <file>', 'the file, with its zones as GeoJSON beside it; the terminal unless told')
  .option('--no-names', 'do not let the server keep the names that things get here')
  .action(async ({ out, names, ...where }: Where & { out?: string; names: boolean }) => {
    const { url, key } = whereOf(where);
    const schema = new URL('/schemas/brand.json', url).href;
    await exportTo(brandServer({ url, key }), { ...(out !== undefined && { out }), names, schema });
  });

const applying = ofServer(new Command('apply'))
  .description('Shows how the brand differs from a file, asks, and changes it to what the file says.')
  .argument('<file>', 'a brand as a file, such as examples/brand/brand.yaml')
  .option('--yes', 'do not ask')
  .option('--prune', 'remove what the file does not have, of the sections that it has')
  .option('--check', 'change nothing: exit with 1 if the brand differs')
  .action(async (path: string, { prune = false, ...rest }: Where & CarryOptions & { prune?: boolean }) => {
    const file = brandOfFile(path);
    const wanted: Wanted = {
      planFor: (there, pictures) => planBrand(file, there, { prune, pictures }),
      pictures: file.pictures,
      folder: dirname(path),
    };
    await carryOut(brandServer(whereOf(rest)), wanted, rest);
  });

const products = ofServer(new Command('products'))
  .description('Takes products and prices over from a table of a spreadsheet: the first line names the columns.')
  .argument('<file>', 'a table as CSV')
  .option('--yes', 'do not ask')
  .option('--check', 'change nothing: show what would change, and exit with 1 if something would')
  .action(async (path: string, options: Where & CarryOptions) => {
    const server = brandServer(whereOf(options));
    const { currency_exponent } = await server.brand();
    const table = readProductTable(bytesOf(path), Number(currency_exponent));
    const planFor = (there: There) => {
      const { brand, named, problems } = fileOfTable(table, there, path);
      if (brand === null) throw new Error(linesOf(problems));
      return planBrand(brand, there, { named });
    };
    await carryOut(server, { planFor, pictures: new Map(), folder: '' }, options);
  });

const brand = new Command('brand').description('A brand as a file.');
for (const command of [exporting, applying, products]) brand.addCommand(command);
await runCommand(brand);
