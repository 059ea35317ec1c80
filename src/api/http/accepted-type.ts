import type { Request } from 'express';

/** A parameter of a media range, its value in quotes or not; not the weight `q`. */
const PARAMETER = /;\s*(?!q\s*=)[^\s;,="]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*)/gi;

/**
 * Which of the types the caller prefers, by its Accept header; undefined: none. Express treats a range with parameters
 * as another type: `text/csv; charset=utf-8`, which is what we send, would not match text/csv.
 */
export const acceptedType = <Type extends string>(req: Request, types: readonly Type[]): Type | undefined => {
  const accept = req.headers.accept?.replace(PARAMETER, '');
  const plain: Request = Object.create(req, { headers: { value: { ...req.headers, accept } } });
  const found = plain.accepts([...types]);
  return types.find((type) => type === found);
};
