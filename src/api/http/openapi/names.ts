/**
 * The names of the document's schemas, by the place where each stands. What stands within a named schema has its name of
 * it: the items of `Order` are `OrderItem`. A place is an operation's body or answer, with the fields that lead on from it.
 */
const NAMES: Readonly<Record<string, string>> = {
  // Keys and what is common
  GetTokenBody: 'TokenRequest',
  GetTokenAnswer: 'Token',
  ChequePageAsOf: 'LogMoment',
  IsLiveAnswer: 'Liveness',
  IsReadyAnswer: 'Readiness',

  // People
  SignInAnswer: 'SignedInPerson',
  SignedInPersonMay: 'PersonRights',
  ListSessionsAnswerItem: 'PersonSession',

  // Points and lists
  ListPointsAnswer: 'PointList',
  PointListPoint: 'Point',
  ReservationSettingsWorkingHour: 'WorkingHours',
  DefinePointWorkingHour: 'NewWorkingHours',
  PointStateWorkingHour: 'PointStateWorkingHours',
  IsPointAliveAnswer: 'PointLiveness',
  OrderTypeListOrderType: 'OrderType',
  OrderTypeSubListOrderTypeSub: 'OrderTypeSub',
  PaymentTypeListPaymentType: 'PaymentType',
  CancelCauseListCancelCause: 'CancelCause',

  // Menu
  MenuListMenus: 'MenuHead',
  GetMenuAnswer: 'Menu',
  MenuProductModifierGroup: 'ModifierGroup',
  ModifierGroupItem: 'ModifierOption',
  GetNomenclatureAnswer: 'Nomenclature',
  NomenclatureProduct: 'Product',
  NomenclatureCategory: 'ProductCategory',
  GetStopListAnswer: 'StopList',
  StopListStopList: 'StopListEntry',

  // Delivery and orders
  CheckDeliveryBody: 'DeliveryQuestion',
  CheckDeliveryAnswer: 'DeliveryAnswer',
  DeliveryAnswerDelivery: 'DeliveryTerms',
  CalculateOrderBody: 'OrderToCalculate',
  OrderToCalculateAddress: 'Coordinates',
  CalculateOrderAnswer: 'OrderCalculation',
  PlaceOrderBody: 'NewOrder',
  NewOrderItemModifier: 'NewOrderModifier',
  CancelOrderBody: 'OrderCancellation',
  ReportPaymentBody: 'OrderPayment',
  GetOrderAnswer: 'Order',
  FindOrdersAnswer: 'OrderPage',
  OrderPageNext: 'OrderCursor',

  // Clients
  SendCodeBody: 'CodeRequest',
  VerifyCodeBody: 'CodeCheck',
  GetClientAnswer: 'Client',
  AddClientAddressBody: 'NewAddress',
  AddClientAddressAnswer: 'Address',

  // Reservations
  ListHallsAnswer: 'HallList',
  HallListHall: 'Hall',
  GetReservationSettingsAnswer: 'ReservationSettings',
  FindAvailabilityAnswer: 'Availability',
  AvailabilityOption1: 'TimeAvailability',
  AvailabilityOption2: 'DayAvailability',
  TimeAvailabilityTable: 'AvailableTable',
  DayAvailabilitySlot: 'AvailabilitySlot',
  BookTableBody: 'NewReservation',
  BookTableAnswer: 'Reservation',
  MoveReservationBody: 'ReservationChange',
  CancelReservationBody: 'ReservationCancellation',
  ReportDepositBody: 'DepositReport',
  ListReservationsAnswer: 'ReservationList',
  ReservationListNext: 'ReservationCursor',
  ReservationListOccupancy: 'Occupancy',

  // Attendance
  SendAttendanceEventsBody: 'AttendanceMarks',
  AttendanceMarksEvent: 'AttendanceMark',
  SendAttendanceEventsAnswer: 'AttendanceMarksAnswer',
  ListEmployeesAnswer: 'EmployeeList',
  EmployeeListEmployee: 'Employee',
  ListAttendanceShiftsAnswer: 'AttendanceShiftList',
  AttendanceShiftListShift: 'AttendanceShift',
  EmployeeOpenShift: 'OpenAttendanceShift',

  // Exports
  ExportChequesAnswer: 'ChequePage',
  ChequePageCheque: 'Cheque',
  ExportChequeLinesAnswer: 'ChequeLinePage',
  ChequeLinePageChequeLine: 'ChequeLine',
  ExportReturnsAnswer: 'ReturnPage',
  ReturnPageReturn: 'Return',

  // Reports
  GetOrganizationPaymentsAnswer: 'OrganizationPaymentsReport',
  OrganizationPaymentsReportPayment: 'OrganizationPayment',
  OrganizationPaymentsReportTotalsBySource: 'SourceTotal',
  OrganizationsReportOrganization: 'Organization',
  SuppliersReportSupplier: 'Supplier',
  SuppliersReportTotals: 'DebtTotals',
  ListMenuFoldersAnswer: 'MenuFolderList',
  MenuFolderListFolder: 'MenuFolder',
  ListOlapColumnsAnswer: 'OlapColumnList',
  OlapColumnListColumn: 'OlapColumnInfo',
  OlapColumnListKind: 'OlapKind',
  RunOlapReportBody: 'OlapRequest',
  RunOlapReportAnswer: 'OlapReport',
  OlapFiltersDate: 'OlapDateFilter',
  OlapFiltersHall: 'OlapIdFilter',
  OlapFiltersHour: 'OlapIntegerFilter',
  OlapFiltersHours: 'OlapNumberFilter',
  OlapFiltersIsModifier: 'OlapFlagFilter',
  OlapFiltersPoint: 'OlapPointFilter',
  OlapFiltersRole: 'OlapTextFilter',
  OlapRequestFilters: 'OlapFilters',
  GetOlapDetailsBody: 'OlapDetailsRequest',
  GetOlapDetailsAnswer: 'OlapDetails',
  CompareOlapReportsBody: 'OlapComparisonRequest',
  CompareOlapReportsAnswer: 'OlapComparison',
  ShiftsReportShift: 'TillShift',
  PreviewPayrollBody: 'PayrollPreviewRequest',
  PreviewPayrollAnswer: 'PayrollPreview',
  PayrollPreviewRequestMotivation: 'ProposedMotivation',
  DefineMotivationScope: 'MotivationScope',
  AttendanceReportEmployee: 'AttendanceSummary',
  MoneyMovementsReportMovement: 'MoneyMovement',
  PayrollReportEmployee: 'PayrollEmployee',
  ProductsReportItem: 'ProductReport',

  // Webhooks
  OccupancyChangedBody: 'OccupancyChangedCall',
  OccupancyChangedCallData: 'OccupancyChange',
  PingBody: 'PingCall',
  PingCallData: 'PingData',
  ReservationCreatedBody: 'ReservationCreatedCall',
  ReservationUpdatedBody: 'ReservationUpdatedCall',
  ReservationStatusChangedBody: 'ReservationStatusChangedCall',

  // The venue
  SetCostsAnswer: 'CommandAnswer',
  GiveBonusAnswer: 'CreatedAnswer',
  GiveBonusAnswerResult: 'CreatedResult',
  DefinePointAnswer: 'PointDefinedAnswer',
  DefinePointAnswerResult: 'PointDefinedResult',
  PackOrderAnswer: 'OrderCommandAnswer',
  RevokeKeyAnswer: 'KeyCommandAnswer',
  AddShiftAnswer: 'ShiftCommandAnswer',
  CancelSupplyAnswer: 'SupplyCommandAnswer',
  HireEmployeeAnswer: 'EmployeeCommandAnswer',
  MarkNoShowAnswer: 'ReservationCommandAnswer',
  FreeTableAnswer: 'TableCommandAnswer',
  ConfigureLoyaltyAnswer: 'LoyaltySecretAnswer',
  ConfigureWebhookAnswer: 'WebhookSecretAnswer',
  PingWebhookAnswer: 'DeliveryCommandAnswer',
  RevokeKeyBody: 'KeyCommand',
  FailPaymentBody: 'OrderCommandWithReason',
  PackOrderBody: 'OrderCommand',
  RejectOrderBody: 'OrderCommandWithCause',
  BlockEmployeeBody: 'EmployeeCommand',
  MarkNoShowBody: 'ReservationCommand',
  PingLoyaltyBody: 'BareCommand',
  GiveBonusBody: 'BonusOrFine',
  RecordSupplyBody: 'SupplyDocument',
  BookTableAtVenueBody: 'BookTable',
  MoveReservationAtVenueBody: 'MoveReservation',
  CancelReservationAtVenueBody: 'CancelReservation',
  AddItemsItem: 'ChequeItem',
  TransferMoneyTo: 'MoneyPlace',
  SettleEmployeeDebtFrom: 'WagesOrMoneyPlace',
  SendCommandsBody: 'CommandBatch',
  CommandBatchCommand: 'CommandEnvelope',
  SendCommandsAnswer: 'CommandBatchAnswer',
  CommandBatchAnswerResult: 'CommandResult',
  IssueKeyDefaultOrderTypeSubIds: 'DefaultOrderTypeSubs',
  GetVenueOrderAnswer: 'VenueOrder',
  ReturnGoodsResultRefund: 'Refund',
  ListVenueOrdersAnswer: 'VenueOrderList',
  ListVenueReservationsAnswer: 'VenueReservationList',
  VenueReservationListReservation: 'VenueReservation',
  ListTablesAnswer: 'TableList',
  TableListTable: 'FloorTable',
  FloorTableNextReservation: 'NextReservation',
  FloorTableSeated: 'SeatedParty',
  ListDeliveriesAnswer: 'WebhookDeliveryList',
  WebhookDeliveryListDelivery: 'WebhookDelivery',
  WebhookDeliveryAttempt: 'WebhookAttempt',
  ListSmsMessagesAnswer: 'SmsMessageList',
  SmsMessageListMessage: 'SmsMessage',

  // Auditors
  GetKeyHistoryAnswer: 'EntityHistory',
  EntityHistoryEvent: 'AuditEvent',
  ListAuditEventsAnswer: 'AuditEventPage',
  AuditEventPageEvent: 'AuditEvent',
  AuditEventActor: 'Actor',
  DiffKeyAnswer: 'EntityDiff',
  EntityDiffChange: 'FieldChange',
  KeyBlameBlame: 'FieldOrigin',
  FieldOriginActor: 'Actor',
  FieldChangeActor: 'Actor',
  FindPersonalDataBody: 'PersonalDataQuestion',
  FindPersonalDataAnswer: 'PersonalData',
  GetLogCheckpointAnswer: 'LogCheckpoint',
  ListLogCheckpointsAnswer: 'LogCheckpointList',
  GetLogKeyAnswer: 'LogKey',
  ProveConsistencyAnswer: 'ConsistencyProof',
  ProveInclusionAnswer: 'InclusionProof',
  GetFloorThenAnswer: 'FloorThen',
};

/** For places of one kind. The first that fits counts. */
const RULES: readonly (readonly [place: RegExp, name: string])[] = [
  [/^Blame(\w+)Answer$/, '$1Blame'],
  [/^Diff(\w+)Answer$/, 'EntityDiff'],
  [/^(\w+)(?:Then|Blame)State$/, '$1State'],
  [/^Get(\w+(?:Report|Then))Answer$/, '$1'],
  [/^List(\w+?)ies(Answer)$/, '$1yList'],
  [/^List(\w+?)s?Answer$/, '$1List'],
  [/^(\w+)AnswerResult$/, '$1Result'],
  // A command's body has the command's name.
  [/^(\w+)Body$/, '$1'],
];

/** The name of what stands at a place, and whether it was given here rather than made from the place. */
export const nameAt = (place: string): { readonly name: string; readonly isChosen: boolean } => {
  const chosen = NAMES[place];
  if (chosen !== undefined) return { name: chosen, isChosen: true };
  const rule = RULES.find(([pattern]) => pattern.test(place));
  return { name: rule ? place.replace(...rule) : place, isChosen: false };
};

/** The places that have names of their own, for the test that finds names of nothing. */
export const namedPlaces = (): readonly string[] => Object.keys(NAMES);
