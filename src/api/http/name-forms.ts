/** `payment-types` -> `PaymentTypes`, `order.created` -> `OrderCreated`: the names of schemas in the document. */
export const pascalCased = (name: string): string =>
  name.replace(/(?:^|[\W_]+)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `AcceptOrder` -> `acceptOrder`, `cancel_causes` -> `cancelCauses`: the names of operations in the document. */
export const camelCased = (name: string): string => {
  const pascal = pascalCased(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
};
