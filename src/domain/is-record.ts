/** Whether it is an object (a list, too), so that its members can be read by their names. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
