/**
 * Whom personal data belong to: a client, a guest known by phone alone, an employee, a person with an account, or, if the person is unknown, the brand.
 */
export const SUBJECT_KINDS = ['client', 'phone', 'employee', 'account', 'brand'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** A person of a brand. */
export interface SubjectRef {
  readonly brand_id: string;
  readonly kind: SubjectKind;
  /** The client's id, the phone in E.164, the employee's id, the account's id, or the brand's id. */
  readonly key: string;
}

/** What names a person, in any event that has it under `personal`. */
interface Named {
  readonly client_id?: number | null;
  readonly phone?: string | null;
  readonly employee_id?: number | null;
  readonly account_id?: number | null;
}

/** A loyalty service writes phones without the plus, and perhaps with spaces. It is the same person. */
const inFull = (phone: string): string => {
  const digits = phone.replace(/\D/g, '');
  return digits === '' ? phone : `+${digits}`;
};

/**
 * Whose personal data these are. A guest with an id is a client, however many phones: erasing the client erases all of
 * it. A text of an unknown person (a comment on the cheque of an unknown guest) is sealed with the brand.
 */
export const subjectOf = (brand_id: string, { client_id, phone, employee_id, account_id }: Named): SubjectRef => {
  if (client_id != null) return { brand_id, kind: 'client', key: String(client_id) };
  if (phone != null) return { brand_id, kind: 'phone', key: inFull(phone) };
  if (employee_id != null) return { brand_id, kind: 'employee', key: String(employee_id) };
  if (account_id != null) return { brand_id, kind: 'account', key: String(account_id) };
  return { brand_id, kind: 'brand', key: brand_id };
};
