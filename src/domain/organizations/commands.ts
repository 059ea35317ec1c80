import type {
  OrganizationCharge,
  OrganizationDebtSetOff,
  OrganizationDetails,
  OrganizationPayment,
  OrganizationRegistered,
} from './events.ts';

type Opening = Pick<OrganizationDetails, 'opening_balance' | 'point_id'>;

export type OrganizationCommand =
  | { readonly type: 'RegisterOrganization'; readonly organization: OrganizationRegistered }
  /** Replaces all details. Without an opening balance, the opening balance and its point stay. */
  | {
      readonly type: 'ChangeOrganization';
      readonly details: Omit<OrganizationDetails, 'organization_id' | keyof Opening>;
      readonly opening: Opening | null;
      /** The fields that are meant, if not all: the others stay what they are. */
      readonly named?: readonly string[] | undefined;
      /** When it happened; ISO 8601 in UTC. */
      readonly at: string;
    }
  /**
   * Nothing follows if the organization has this charge. `at`: when the cheque was closed (ISO 8601 in UTC): the debt limit of that
   * time counts, and charges of later closings do not.
   */
  | ({ readonly type: 'Charge'; readonly at?: string } & Omit<OrganizationCharge, 'organization_id'>)
  /** What the charge was counts for one that the organization does not keep any more. */
  | ({ readonly type: 'ReleaseCharge' } & Omit<OrganizationCharge, 'organization_id'>)
  /** Nothing follows if the organization has this set-off. */
  | ({ readonly type: 'SetOffDebt' } & Omit<OrganizationDebtSetOff, 'organization_id'>)
  | { readonly type: 'RecordPayment'; readonly payment: Omit<OrganizationPayment, 'organization_id'> }
  | { readonly type: 'CancelPayment'; readonly brand_id: string; readonly movement_id: number };
