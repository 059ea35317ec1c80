import { z } from 'zod';

/**
 * The input of a change, made of that of the definition: the id, which must be there, and each other field as the
 * definition takes it, but without its default: what is left out stays. In objects within, too.
 */
export const changeInput = (definition: z.ZodObject): z.ZodObject => {
  const { id, ...fields } = definition.shape as Readonly<Record<string, z.ZodType>>;
  return z.object({ id: required(id!), ...partial(fields) });
};

const partial = (fields: Readonly<Record<string, z.ZodType>>): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, mayBeLeftOut(field)]));

const mayBeLeftOut = (field: z.ZodType): z.ZodType => {
  const { description } = z.globalRegistry.get(field) ?? {};
  const optional = withoutDefault(field).optional();
  return description === undefined ? optional : optional.meta({ description });
};

const withoutDefault = (field: z.ZodType): z.ZodType => {
  if (field instanceof z.ZodDefault || field instanceof z.ZodOptional)
    return withoutDefault(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodNullable) return withoutDefault(field.unwrap() as z.ZodType).nullable();
  if (field instanceof z.ZodObject) return z.object(partial(field.shape as Readonly<Record<string, z.ZodType>>));
  return field;
};

const required = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodOptional || field instanceof z.ZodNullable ? required(field.unwrap() as z.ZodType) : field;
