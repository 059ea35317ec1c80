import type { OrderBody, PlacedOrder } from './servers/order.ts';

const PATH = '/shop-api';
const SESSION_HEADER = 'vendure-auth-token';

/** Vendure's steps to an order, in one request: it takes several mutations in one, and does them one after another. */
const PLACE = `mutation Place($items: [AddItemInput!]!, $customer: CreateCustomerInput!) {
  add: addItemsToOrder(inputs: $items) { errorResults { ... on ErrorResult { message } } }
  customer: setCustomerForOrder(input: $customer) { ... on ErrorResult { message } }
  arrange: transitionOrderToState(state: "ArrangingPayment") { ... on ErrorResult { message } }
  placed: addPaymentToOrder(input: { method: "cash", metadata: {} }) {
    ... on ErrorResult { message }
    ... on Order {
      id code state totalWithTax
      lines { quantity unitPriceWithTax linePriceWithTax productVariant { sku name } }
    }
  }
}`;

interface Answer {
  readonly errors?: readonly { readonly message: string }[];
  readonly data?: {
    readonly placed: {
      readonly message?: string;
      readonly id: string;
      readonly state: string;
      readonly totalWithTax: number;
    };
  };
}

/** How the load places orders by the public Shop API of the Vendure at this address. */
export const openShop = async (url: string) => {
  const ask = (query: string) =>
    fetch(url + PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
  const list = await ask('{ products(options: { take: 10000 }) { items { variants { id sku } } } }');
  const { data } = (await list.json()) as { data: { products: { items: { variants: Variant[] }[] } } };
  const ids = new Map(data.products.items.flatMap(({ variants }) => variants.map(({ sku, id }) => [sku, id])));

  const itemOf = (product_id: number, of: number, quantity: number) => {
    const productVariantId = ids.get(`${of}/${product_id}`);
    if (productVariantId === undefined) throw new Error(`Vendure has no product ${of}/${product_id}`);
    return { productVariantId, quantity };
  };

  return {
    path: PATH,
    /** A session has one open order at a time, so each connection has a session, for all its orders. */
    tokens: (connections: number): Promise<string[]> =>
      Promise.all(
        Array.from({ length: connections }, async () => {
          const token = (await ask('{ activeOrder { id } }')).headers.get(SESSION_HEADER);
          if (!token) throw new Error('Vendure opened no session');
          return token;
        }),
      ),
    toRequest: (body: string): string => {
      const { items, client } = JSON.parse(body) as OrderBody;
      const wanted = items.flatMap(({ product_id, quantity, modifiers = [] }) => [
        itemOf(product_id, 0, quantity),
        ...modifiers.map((modifier) => itemOf(modifier.product_id, product_id, modifier.quantity * quantity)),
      ]);
      // It knows its customers by their e-mail, and Tillstream its guests by their phone.
      const phone = client.phone.replace(/\D/g, '');
      const customer = {
        emailAddress: `${phone}@example.com`,
        phoneNumber: client.phone,
        firstName: client.name ?? '',
        lastName: '',
      };
      return JSON.stringify({ query: PLACE, variables: { items: wanted, customer } });
    },
    readAnswer: (answer: unknown): PlacedOrder => {
      const { data, errors } = answer as Answer;
      if (data?.placed.state !== 'PaymentSettled') {
        throw new Error(`Vendure refused: ${errors?.[0]?.message ?? data?.placed.message}`);
      }
      return { order_id: data.placed.id, total_amount: data.placed.totalWithTax };
    },
  };
};

interface Variant {
  readonly id: string;
  readonly sku: string;
}
