/** Those fields that are not what they were: a `Change…` names no others, so what somebody else changed meanwhile stays. */
export const changedOf = <Fields extends object>(before: object, fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[name]),
    ),
  ) as Partial<Fields>;
