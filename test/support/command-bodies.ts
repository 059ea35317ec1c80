import { randomUUID } from 'node:crypto';
import { entryLists } from '../../src/commands/lists/lists.ts';
import type { TestVenue } from './venue.ts';

/** Ids of a placed order, an open shift and the like, made before the commands that name them. */
export interface CommandTargets {
  readonly key_id: string;
  readonly order_id: number;
  readonly line_id: number;
  readonly shift_id: number;
  readonly order_type_sub_id: number;
  readonly region_id: number;
  readonly client_id: number;
  readonly zone_id: number;
  readonly account_id: number;
  readonly other_account_id: number;
  readonly purpose_id: number;
  /** Money that was moved, to be taken back. */
  readonly movement_id: number;
  readonly organization_id: number;
  readonly supplier_id: number;
  /** Goods of that supplier, to be cancelled. */
  readonly supply_id: number;
  /** Of the region. */
  readonly district_id: number;
  readonly reservation_id: string;
  /** One that nobody has booked or sits at, unless the command is about that. */
  readonly table_id: number;
  /** A day to book on, `YYYY-MM-DD`. */
  readonly date: string;
  /** Somebody to be blocked, with a shift to be corrected. */
  readonly employee_id: number;
  readonly worked_shift_id: number;
  /** A moment ago. */
  readonly marked_at: string;
  /** Of a webhook call that was not delivered. */
  readonly delivery_id: number;
  readonly menu_folder_id: number;
  /** With KPI terms, and a debt if that is to be paid off. */
  readonly salaried_id: number;
  readonly accrual_id: number;
  readonly motivation_id: number;
  /** Of a person who may sign in: a cook, shut out if that is needed. */
  readonly person_id: number;
  /** An entry of each list that can be changed in part, by what it is: `Hall`. Nothing needs it, if it is to be retired. */
  readonly entries: Readonly<Record<string, string | number>>;
}

const reservation_rules = {
  default_duration_minutes: 90,
  min_duration_minutes: 30,
  max_duration_minutes: 360,
  max_days_ahead: 60,
  slot_step_minutes: 30,
  no_show_after_minutes: 30,
  unassigned_auto_confirm_guests_per_hour: 20,
};

/** Nobody else has it: logins are unique in the installation. */
const newLogin = (): string => `p.${randomUUID()}`;

const OLD_TOWN = [
  [69.22, 41.31],
  [69.26, 41.31],
  [69.24, 41.34],
];

/** A date of the next year: nobody books on it. */
export const quietDateAfter = (date: string): string => `${Number(date.slice(0, 4)) + 1}-01-10`;

/** One fitting body for each command, with every field that it may have except `id`. */
export const commandBodies = (venue: TestVenue, targets: CommandTargets): Readonly<Record<string, object>> => {
  const { brand_id, point_id, products, cash, card, causes, cashier_id, hall_id, category_id } = venue;
  const { key_id, order_id, line_id, shift_id, order_type_sub_id, region_id, client_id, zone_id } = targets;
  const { account_id, other_account_id, purpose_id, movement_id } = targets;
  const { menu_folder_id, salaried_id, accrual_id, motivation_id, person_id } = targets;
  const { organization_id, supplier_id, supply_id, district_id } = targets;
  const { reservation_id, table_id, date, employee_id, worked_shift_id, marked_at, delivery_id } = targets;
  const deposit = { amount: 50_000, payment_type_id: cash };
  const keyTerms = {
    name: 'App',
    permissions: ['reports'],
    point_ids: [point_id],
    expires_at: '2199-01-01T00:00:00+05:00',
    auto_confirm: false,
    operator_confirmation: 'none',
    source_id: 7,
    requests_per_minute: 600,
    showcase_ids: [venue.menu_id],
    default_order_type_sub_ids: { 2: order_type_sub_id },
  };
  const employee = {
    login: 'dilnoza',
    name: 'Dilnoza',
    role: 'waiter',
    role_name: 'Waiter',
    position_id: 2,
    position_name: 'Waiter',
    point_id,
  };
  const order = { order_id };
  const closed = quietDateAfter(date);
  const bodies: Readonly<Record<string, object>> = {
    CreateBrand: {
      name: 'Choyxona',
      currency: 'UZS',
      currency_exponent: 0,
      country_code: 'UZ',
      language: 'en',
      owner: { login: newLogin(), name: 'Zarina' },
    },
    IssueKey: { ...keyTerms, brand_id, audience: 'partner' },
    UpdateKey: { ...keyTerms, key_id },
    RevokeKey: { key_id },
    DefinePoint: {
      name: 'Sergeli',
      short_name: 'S',
      address: 'Sergeli 5',
      phone: '+998712000001',
      latitude: 41.22,
      longitude: 69.22,
      delivery_distance: 3_000,
      timezone: 'Asia/Samarkand',
      business_day_cutoff: '04:00',
      preparation_minutes: 25,
      working_hours: [{ day: 1, is_open: true, open: '10:00', close: '24:00' }],
      reservation_rules,
      accepts_orders_when_closed: true,
      logo: 'https://pictures.test/0.jpg',
    },
    DefineOrderTypeSub: { name: 'Kiosk', order_type_id: 2, is_default: false },
    DefinePaymentType: { name: 'Terminal', category_id: 2, point_ids: [point_id] },
    DefinePaymentPurpose: { name: 'Salary', is_payout: true },
    DefineCancelCause: { name: 'Too late', is_default: false, is_comment_required: false },
    DefineHall: { point_id, name: 'Terrace' },
    DefineTable: { hall_id, name: '12', capacity: 6 },
    SetExternalIds: { list: 'halls', entries: [{ external_id: 'main', id: venue.hall_id }] },
    DefineZone: {
      point_id,
      name: 'Old town',
      polygon: [...OLD_TOWN],
      price: 12_000,
      minutes: 45,
      min_order_amount: 50_000,
      priority: 2,
    },
    RemoveZone: { id: zone_id },
    DefineClosedDay: { point_id, date: closed, reason: 'Navruz' },
    RemoveClosedDay: { point_id, date: closed },
    DefineSpecialHours: { point_id, date: closed, open: '12:00', close: '03:00', reason: 'New Year' },
    RemoveSpecialHours: { point_id, date: closed },
    DefineAccount: { point_id, source: 'safe', code: 'SAFE-1', name: 'Safe' },
    DefineRegion: { name: 'Samarkand' },
    DefineDistrict: { region_id, name: 'Urgut' },
    DefineCategory: { parent_id: category_id, name: 'Soups', order_number: 3, image: 'https://pictures.test/1.jpg' },
    DefineMenuFolder: { parent_id: null, name: 'Kitchen', order_number: 1, is_active: true },
    DefineProduct: {
      type: 'product',
      name: 'Lagman',
      description: 'Hand-pulled',
      category_id,
      menu_folder_id: null,
      unit: 'pcs',
      weight: 450,
      is_divisible: false,
      barcode: '4780000000017',
      plu: '17',
      fiscal_code: '10202',
      size_parent_id: products.tea,
      image: 'https://pictures.test/2.jpg',
      calories: 540,
      proteins: 22.5,
      fat: 18,
      carbohydrates: 61,
      base_price: 38_000,
      order_number: 9,
      is_active: true,
      modifier_groups: [
        {
          id: null,
          name: 'Extras',
          min: 0,
          max: 2,
          required: false,
          items: [{ product_id: products.egg, min_amount: 0, max_amount: 2 }],
        },
      ],
    },
    SetPrices: {
      point_id,
      prices: [{ product_id: products.tea, price: 7_000, window: { days: [1, 2], from: '09:00', to: '11:00' } }],
    },
    SetCosts: { point_id, costs: [{ product_id: products.tea, cost: 900 }] },
    SetOnSale: { point_id, product_ids: [products.garlic], on_sale: false },
    CloseMenuSection: { point_id, category_id, closed: false },
    PublishShowcase: {
      name: 'Kiosk menu',
      description: 'For kiosks',
      categories: [{ id: 1, name: 'Food', order_number: 1, image: 'https://pictures.test/3.jpg' }],
      products: [
        {
          product_id: products.tea,
          category_id: 1,
          name: 'Green tea',
          description: 'In a pot',
          image: 'https://pictures.test/4.jpg',
          order_number: 1,
          price: 9_000,
        },
      ],
    },
    SetStopList: { point_id, entries: [{ product_id: products.kazy, quantity: 2.5, reason: 'Sold out' }] },
    ClearStopList: { point_id, product_ids: [products.kazy] },
    OpenShift: { point_id, cashier_id, opening_cash: 100_000 },
    CloseShift: { shift_id, counted_cash: 150_000, left_cash: 100_000, leave_open: true },
    AcceptShift: {
      shift_id,
      account_id,
      amount: 150_000,
      non_cash: [{ payment_type_id: card, account_id, amount: 10_000 }],
    },
    MoveMoney: {
      point_id,
      register: 'account',
      account_id,
      direction: 'minus',
      amount: 40_000,
      operation: 'expense',
      payment_purpose_id: purpose_id,
      payment_type_id: cash,
      note: 'Ice',
    },
    TransferMoney: {
      from: { account_id },
      to: { account_id: other_account_id },
      amount: 25_000,
      note: 'To the bank',
      point_id,
    },
    CancelMovement: { movement_id, reason: 'Written down twice' },
    CountAccount: { account_id, counted: 70_000 },
    RegisterOrganization: {
      name: 'Artel',
      short_name: 'A',
      tin: '301',
      phone: '+998712000000',
      address: 'Navoiy 1',
      region_id,
      district_id,
      is_own_point: false,
      debt_limit: 500_000,
      opening_balance: -1_000,
      point_id,
    },
    ReceiveOrganizationPayment: {
      organization_id,
      point_id,
      amount: 20_000,
      source: 'safe',
      account_id,
      payment_type_id: card,
      is_internal: false,
      note: 'March',
    },
    RegisterSupplier: {
      name: 'Bozor',
      phone: '+998712000000',
      tin: '302',
      type_name: 'Market',
      is_internal: false,
      opening_balance: -1_000,
      point_id,
    },
    RecordSupply: { supplier_id, point_id, amount: 30_000, document: 'N 17', date: marked_at.slice(0, 10) },
    ReturnSupply: { supplier_id, point_id, amount: 3_000, document: 'N 18', date: marked_at.slice(0, 10) },
    CancelSupply: { supply_id, reason: 'Counted twice' },
    PaySupplier: { supplier_id, amount: 15_000, account_id, point_id, payment_purpose_id: purpose_id, note: 'March' },
    RegisterPayment: { order_id, provider_payment_id: `P-${order_id}`, amount: 98_000 },
    FailPayment: { order_id, reason: 'Card declined' },
    ConfirmOrder: order,
    RejectOrder: { order_id, cancel_cause_id: causes.plain, comment: 'No cook' },
    ReleasePreorder: order,
    AcceptOrder: order,
    SendToKitchen: { order_id, line_ids: [line_id] },
    StartCooking: order,
    PackOrder: order,
    HandToCourier: { order_id, courier_id: cashier_id },
    DeliverOrder: order,
    CloseCheque: {
      order_id,
      cashier_id,
      payments: [
        {
          payment_type_id: cash,
          amount: 98_000,
          tendered: 100_000,
          loyalty: { customer_id: 'L-17' },
          employee_id: cashier_id,
        },
      ],
    },
    OpenCheque: {
      point_id,
      order_type_id: 2,
      order_type_sub_id,
      table_id: venue.table_id,
      waiter_id: cashier_id,
      guests: 3,
      client: { phone: '+998901112233', name: 'Karim' },
      source_id: 4,
      external_id: `E-${order_id}`,
      items: [
        {
          product_id: products.plov,
          quantity: 1,
          comment: 'Well done',
          modifiers: [{ product_id: products.small, quantity: 1 }],
        },
      ],
    },
    AddItems: {
      order_id,
      items: [
        {
          product_id: products.plov,
          quantity: 1,
          comment: 'Hot',
          modifiers: [{ product_id: products.large, quantity: 1 }],
        },
      ],
    },
    RemoveItem: { order_id, line_id, quantity: 1, reason: 'Changed mind' },
    AdjustCheque: { order_id, discount: 1_000, service_amount: 2_000, delivery_amount: 3_000 },
    AssignCheque: {
      order_id,
      waiter_id: cashier_id,
      courier_id: cashier_id,
      table_id: venue.table_id,
      guests: 5,
      organization_id,
    },
    ReopenCheque: { order_id, reason: 'Paid by mistake' },
    ReturnGoods: {
      order_id,
      lines: [{ line_id, quantity: 1 }],
      payment_type_id: cash,
      refunded_amount: 40_000,
      service_amount: 0,
      delivery_amount: 0,
      debt_amount: 0,
    },
    DeleteCheque: { order_id, cancel_cause_id: causes.plain, comment: 'Guest left' },
    HireEmployee: employee,
    UpdateEmployee: { ...employee, id: cashier_id },
    BlockEmployee: { employee_id },
    UnblockEmployee: { employee_id },
    DismissEmployee: { employee_id },
    RecordMark: { employee_id, type: 'check_in', time: marked_at, point_id },
    AddShift: { employee_id, point_id, check_in: marked_at, check_out: marked_at },
    EditShift: { employee_id, shift_id: worked_shift_id, check_in: marked_at, check_out: marked_at, note: 'Forgot' },
    DeleteShift: { employee_id, shift_id: worked_shift_id },
    SetSalaryTerms: { employee_id, point_id, salary_type_id: 2, rate: 20_000, from: '2026-03-01' },
    AccrueSalary: { employee_id: salaried_id, point_id, date, kpi_percent: 85.5, note: 'March' },
    OpenSalaryBalance: { employee_id, point_id, date, amount: -150_000 },
    GiveBonus: { employee_id, point_id, date, amount: 100_000, reason: 'A hard day' },
    ImposeFine: { employee_id, point_id, date, amount: 30_000, reason: 'Late' },
    CancelAccrual: { accrual_id, reason: 'Somebody else earned it' },
    PaySalary: { employee_id, point_id, payment_purpose_id: purpose_id, amount: 200_000, account_id, note: 'Advance' },
    SettleEmployeeDebt: { employee_id: salaried_id, point_id, amount: 500, from: { account_id }, note: 'For lunch' },
    DefineMotivation: {
      name: 'Desserts',
      calculation_type: 'own_sales_percent',
      rate: 2.5,
      is_active: true,
      scope: {
        point_ids: [point_id],
        product_ids: [products.tea],
        category_ids: [category_id],
        menu_folder_ids: [menu_folder_id],
        order_type_ids: [1, 2],
        days: 'worked',
      },
    },
    AssignMotivation: { motivation_id, employee_ids: [employee_id, salaried_id] },
    BookTable: {
      point_id,
      external_id: `floor ${table_id}`,
      date,
      start_time: '19:00',
      end_time: '20:30',
      duration_minutes: 90,
      guests: 2,
      table_id,
      guest: { phone: '+998901234567', name: 'Aziza' },
      type: 'banquet',
      comment: 'By the window',
      deposit,
    },
    MoveReservation: {
      reservation_id,
      date,
      start_time: '20:00',
      end_time: '21:00',
      duration_minutes: 60,
      guests: 3,
      table_id,
      comment: 'Later',
      guest: { name: 'Bek' },
      deposit,
    },
    ConfirmReservation: { reservation_id },
    DeclineReservation: { reservation_id, reason: 'Full' },
    CancelReservation: { reservation_id, reason: 'Ill', cancelled_by: 'guest', deposit_status: 'refunded' },
    MarkNoShow: { reservation_id },
    SeatReservation: { reservation_id, table_id, waiter_id: cashier_id },
    SeatWalkIn: { table_id, guests: 2 },
    FreeTable: { table_id },
    ConfigureWebhook: { key_id, url: 'https://partner.invalid/hook', events: ['order.created', 'ping'] },
    RotateWebhookSecret: { key_id },
    PingWebhook: { key_id },
    ResendDelivery: { delivery_id },
    ConfigureLoyalty: { name: 'Points', base_url: 'https://partner.invalid/loyalty' },
    RotateLoyaltySecret: {},
    PingLoyalty: {},
    IdentifyLoyaltyCustomer: { point_id, phone: '+998901234567', order_id },
    CancelLoyaltyHold: order,
    DisconnectLoyalty: {},
    AdjustPoints: { client_id, amount: 500, reason: 'Birthday' },
    EraseClient: { client_id, reason: 'Asked by letter' },
    EraseEmployee: { employee_id, reason: 'Asked by letter' },
    SetRetention: { retention_days: 365 },
    InviteAccount: {
      login: newLogin(),
      name: 'Nodira',
      role: 'cook',
      point_ids: [point_id],
      language: 'ru',
      employee_id,
    },
    ChangeAccount: {
      account_id: person_id,
      name: 'Nodira K',
      role: 'cashier',
      point_ids: [point_id],
      language: 'uz_latn',
    },
    DisableAccount: { account_id: person_id },
    EnableAccount: { account_id: person_id },
    ResetAccount: { account_id: person_id },
    EraseAccount: { account_id: person_id, reason: 'Asked by letter' },
  };
  return { ...bodies, ...entryBodies(bodies, targets.entries) };
};

/** What defines an entry, by what it is. */
export const DEFINITIONS: Readonly<Record<string, string>> = Object.fromEntries(
  entryLists.map(({ thing, define }) => [thing, define.type]),
);

/** A change names every field that the definition has. */
const entryBodies = (
  bodies: Readonly<Record<string, object>>,
  entries: CommandTargets['entries'],
): Readonly<Record<string, object>> =>
  Object.fromEntries(
    entryLists.flatMap(({ thing, define, retiring }): [string, object][] => {
      const id = entries[thing] ?? 1;
      const retired = retiring ? ['Retire', 'Restore'] : [];
      return [
        [`Change${thing}`, { id, ...bodies[define.type] }],
        ...retired.map((verb): [string, object] => [`${verb}${thing}`, { id }]),
      ];
    }),
  );
