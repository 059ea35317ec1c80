import type { OrganizationCommand } from '../../../../src/domain/organizations/commands.ts';
import type { OrganizationEvent, OrganizationRegistered } from '../../../../src/domain/organizations/events.ts';

export const brand_id = '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10';
export const point_id = '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c11';
export const organization_id = 7;

export const registration: OrganizationRegistered = {
  organization_id,
  brand_id,
  name: 'Artel Avtobus',
  short_name: 'Artel',
  tin: '301234567',
  phone: '+998712000000',
  address: 'Navoiy 1',
  region_id: null,
  district_id: null,
  is_own_point: false,
  debt_limit: 150_000,
  opening_balance: 0,
  point_id: null,
  registered_on: '2026-03-02',
  registered_at: '2026-03-01T20:00:00Z',
  timezone: 'Asia/Tashkent',
};

export const registered = (more: Partial<OrganizationRegistered> = {}): OrganizationEvent => ({
  type: 'OrganizationRegistered',
  data: { ...registration, ...more },
});

const chargeId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

type CommandOf<Type> = Extract<OrganizationCommand, { type: Type }>;

export const charge = (order_id: number, charge: number, amount: number): CommandOf<'Charge'> => ({
  type: 'Charge',
  brand_id,
  point_id,
  order_id,
  charge_id: chargeId(charge),
  amount,
});
/** Without an amount: the organization knows the charge. */
export const release = (order_id: number, charge: number, amount = 0): CommandOf<'ReleaseCharge'> => ({
  type: 'ReleaseCharge',
  brand_id,
  point_id,
  order_id,
  charge_id: chargeId(charge),
  amount,
});
const chargeData = (order_id: number, number: number, amount: number) => ({
  organization_id,
  brand_id,
  point_id,
  order_id,
  charge_id: chargeId(number),
  amount,
});
export const charged = (order_id: number, number: number, amount: number): OrganizationEvent => ({
  type: 'OrganizationCharged',
  data: chargeData(order_id, number, amount),
});
export const released = (order_id: number, number: number, amount: number): OrganizationEvent => ({
  type: 'OrganizationChargeReleased',
  data: chargeData(order_id, number, amount),
});

export const payment = (movement_id: number, amount: number): CommandOf<'RecordPayment'>['payment'] => ({
  movement_id,
  brand_id,
  point_id,
  timezone: 'Asia/Tashkent',
  business_date: '2026-03-02',
  amount,
  moved_at: '2026-03-02T09:00:00Z',
  register: 'account',
  shift_id: null,
  account_id: 5,
  source: 'bank',
  payment_purpose_id: null,
  payment_type_id: null,
  payment_category_id: null,
  note: null,
  is_internal: false,
});
export const received = (movement_id: number, amount: number): OrganizationEvent => ({
  type: 'OrganizationPaymentReceived',
  data: { organization_id, ...payment(movement_id, amount) },
});
export const cancelled = (movement_id: number): OrganizationEvent => ({
  type: 'OrganizationPaymentCancelled',
  data: { organization_id, brand_id, movement_id },
});

export const setOff = (return_id: number, amount: number): CommandOf<'SetOffDebt'> => ({
  type: 'SetOffDebt',
  brand_id,
  point_id,
  order_id: 1,
  return_id,
  amount,
});
