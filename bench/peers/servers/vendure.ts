import type { AddressInfo } from 'node:net';
import { GlobalFlag } from '@vendure/common/lib/generated-types';
import {
  bootstrap,
  configureDefaultOrderProcess,
  DefaultLogger,
  dummyPaymentHandler,
  FastImporterService,
  LanguageCode,
  LogLevel,
  Populator,
  RequestContextService,
  TaxCategoryService,
  TransactionalConnection,
} from '@vendure/core';
import { answerParent } from '../../servers/answer-parent.ts';
import { fetchMenu } from './menu.ts';

/**
 * Vendure as small as its own settings make it: no plugins, no mail, no images, no admin page; jobs, sessions and other
 * caches are in memory. Orders come in by its public Shop API. Arguments: its database, the menu's address, a token for it.
 *
 * It knows no modifiers. So each price of the menu is a product with one variant, whose `sku` says of which product it
 * is a modifier: `<of>/<product_id>`. No tax, no shipping, and no stock is counted, as the orders are takeaway of
 * products that nothing limits.
 */
const [, , databaseUrl, menuUrl, token] = process.argv;
// Else it would tell its makers of each start.
process.env.VENDURE_DISABLE_TELEMETRY = 'true';

const app = await bootstrap({
  apiOptions: { hostname: '127.0.0.1', port: 0, shopListQueryLimit: 10_000 },
  authOptions: { tokenMethod: 'bearer' },
  // As many connections as the others have.
  dbConnectionOptions: { type: 'postgres', url: databaseUrl!, synchronize: true, poolSize: 10 },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  orderOptions: {
    process: [configureDefaultOrderProcess({ arrangingPaymentRequiresShipping: false })],
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
});

await app.get(Populator).populateInitialData({
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Home',
  countries: [{ code: 'UZ', name: 'Uzbekistan', zone: 'Home' }],
  taxRates: [{ name: 'None', percentage: 0 }],
  shippingMethods: [],
  paymentMethods: [
    {
      name: 'cash',
      handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
});
await copyMenuToVendure();

const connection = app.get(TransactionalConnection).rawConnection;
// Postgres would do so by itself after a while, and plan badly until then.
await connection.query('analyze');
const count = async (): Promise<number> => {
  const placed = `select count(*)::int from "order" where "orderPlacedAt" is not null and state = 'PaymentSettled'`;
  return (await connection.query(placed))[0].count;
};
const { port } = app.getHttpServer().address() as AddressInfo;
answerParent({ port, questions: { count }, close: () => app.close() });

async function copyMenuToVendure(): Promise<void> {
  const importer = app.get(FastImporterService);
  await importer.initialize();
  const context = await app.get(RequestContextService).create({ apiType: 'admin' });
  const [taxCategory] = (await app.get(TaxCategoryService).findAll(context)).items;
  for (const { product_id, of, name, price } of await fetchMenu(menuUrl!, token!)) {
    const called = { languageCode: LanguageCode.en, name };
    const productId = await importer.createProduct({
      translations: [{ ...called, slug: `p-${of}-${product_id}`, description: '' }],
    });
    await importer.createProductVariant({
      productId,
      sku: `${of}/${product_id}`,
      price,
      taxCategoryId: taxCategory!.id,
      trackInventory: GlobalFlag.FALSE,
      stockOnHand: 0,
      translations: [called],
    });
  }
}
