/** Commands whose results are kept for good, and why a repeat can not do without. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  'it makes a secret, or notes the change of a key, outside of its events': [
    ...['IssueKey', 'UpdateKey', 'RevokeKey', 'ConfigureWebhook', 'RotateWebhookSecret'],
    ...['ConfigureLoyalty', 'RotateLoyaltySecret', 'InviteAccount', 'ResetAccount'],
    ...['ChangeAccount', 'DisableAccount', 'EnableAccount'],
  ],
  'it forgets a person outside of its events': ['EraseClient', 'EraseEmployee', 'EraseAccount'],
  'it sends a call, and has no events of its own': ['PingWebhook', 'ResendDelivery'],
  'it gives units back outside of its events': ['RejectOrder', 'FailPayment', 'DeleteCheque', 'RemoveItem'],
  'it makes a client, or binds an id of the caller, before its events': ['BookTable'],
  'it asks for what it names before it looks for its events': [
    ...['CreateBrand', 'DefinePoint', 'DefineOrderTypeSub', 'DefinePaymentType', 'DefinePaymentPurpose'],
    ...['DefineClosedDay', 'RemoveClosedDay', 'DefineSpecialHours', 'RemoveSpecialHours'],
    ...['DefineCancelCause', 'DefineHall', 'DefineTable', 'DefineZone', 'RemoveZone', 'DefineAccount', 'DefineRegion'],
    ...['DefineDistrict', 'DefineCategory', 'DefineMenuFolder', 'DefineProduct', 'SetPrices', 'SetCosts', 'SetOnSale'],
    ...['CloseMenuSection', 'PublishShowcase', 'SetStopList', 'ClearStopList', 'OpenShift', 'CloseShift'],
    ...['AcceptShift', 'HireEmployee', 'UpdateEmployee', 'BlockEmployee', 'UnblockEmployee', 'DismissEmployee'],
    ...['SetSalaryTerms', 'AccrueSalary', 'OpenSalaryBalance', 'GiveBonus', 'ImposeFine', 'CancelAccrual', 'PaySalary'],
    'SettleEmployeeDebt',
    'SetExternalIds',
    ...['DefineMotivation', 'AssignMotivation', 'SetRetention'],
    ...['AddShift', 'EditShift', 'DeleteShift', 'AdjustPoints', 'MoveReservation', 'ConfirmReservation'],
    ...['DeclineReservation', 'CancelReservation', 'MarkNoShow', 'SeatReservation', 'SeatWalkIn', 'FreeTable'],
    ...['MoveMoney', 'TransferMoney', 'CancelMovement', 'CountAccount'],
    ...['RegisterOrganization', 'ReceiveOrganizationPayment', 'RegisterSupplier', 'RecordSupply', 'ReturnSupply'],
    ...['CancelSupply', 'PaySupplier'],
    ...['ChangeHall', 'RetireHall', 'RestoreHall', 'ChangeTable', 'RetireTable'],
    ...['RestoreTable', 'ChangePaymentType', 'RetirePaymentType', 'RestorePaymentType', 'ChangePaymentPurpose'],
    ...[
      'RetirePaymentPurpose',
      'RestorePaymentPurpose',
      'ChangeOrderTypeSub',
      'RetireOrderTypeSub',
      'RestoreOrderTypeSub',
    ],
    ...['ChangeCancelCause', 'RetireCancelCause', 'RestoreCancelCause', 'ChangeMoneyAccount', 'RetireMoneyAccount'],
    ...['RestoreMoneyAccount', 'ChangeRegion', 'RetireRegion', 'RestoreRegion', 'ChangeDistrict'],
    ...['RetireDistrict', 'RestoreDistrict', 'ChangeCategory', 'RetireCategory', 'RestoreCategory'],
    ...['ChangeMenuFolder', 'RetireMenuFolder', 'RestoreMenuFolder', 'ChangeZone', 'RetireZone'],
    ...['RestoreZone', 'ChangeProduct', 'ChangePoint', 'ChangeShowcase', 'ChangeOrganization'],
    ...['ChangeSupplier', 'ChangeMotivation'],
  ],
};

/** Its result names a person, so it is never kept. */
export const namesPerson = (type: string): boolean => type === 'IdentifyLoyaltyCustomer';

export const keptTypes: readonly string[] = Object.values(KEPT).flat();
