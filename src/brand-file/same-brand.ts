import type { BrandFile } from './brand-file.ts';
import type { Problem } from './problems.ts';
import type { There } from './there.ts';

/** A brand may be brought into another one, which is called otherwise. */
const MAY_DIFFER = 'name';

/**
 * What the file says of its brand, and the brand on the server is not: amounts of another currency, phones of another country.
 * Nothing changes these, so the file is refused.
 */
export const otherBrand = ({ brand = {}, problemAt }: BrandFile, there: There): Problem[] =>
  Object.entries(brand).flatMap(([field, wanted]) => {
    const value = there.brand?.[field];
    if (field === MAY_DIFFER || wanted === undefined || value === undefined || value === wanted) return [];
    const text = `brand.${field}: the brand on the server has ${value}, and nothing changes it: correct this, or leave it out`;
    return [problemAt(['brand', field], text, { code: 'brand_differs', values: { value: String(value) } })];
  });
