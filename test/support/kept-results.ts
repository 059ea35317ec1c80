import { entryLists } from '../../src/commands/lists/lists.ts';

/** What makes an entry of a list, changes, retires and restores it. */
const OF_LISTS = entryLists.flatMap(({ thing, define, retiring }) => [
  ...[define.type, `Change${thing}`],
  ...(retiring ? [`Retire${thing}`, `Restore${thing}`] : []),
]);

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
    ...OF_LISTS,
    ...['CreateBrand', 'DefineClosedDay', 'RemoveClosedDay', 'DefineSpecialHours', 'RemoveSpecialHours', 'RemoveZone'],
    ...['SetPrices', 'SetCosts', 'SetOnSale', 'CloseMenuSection', 'SetStopList', 'ClearStopList', 'OpenShift'],
    ...['CloseShift', 'AcceptShift', 'HireEmployee', 'UpdateEmployee', 'BlockEmployee', 'UnblockEmployee'],
    ...['DismissEmployee', 'SetSalaryTerms', 'AccrueSalary', 'OpenSalaryBalance', 'GiveBonus', 'ImposeFine'],
    ...['CancelAccrual', 'PaySalary', 'SettleEmployeeDebt', 'SetExternalIds', 'AssignMotivation', 'SetRetention'],
    ...['AddShift', 'EditShift', 'DeleteShift', 'AdjustPoints', 'MoveReservation', 'ConfirmReservation'],
    ...['DeclineReservation', 'CancelReservation', 'MarkNoShow', 'SeatReservation', 'SeatWalkIn', 'FreeTable'],
    ...['MoveMoney', 'TransferMoney', 'CancelMovement', 'CountAccount', 'ReceiveOrganizationPayment'],
    ...['RecordSupply', 'ReturnSupply', 'CancelSupply', 'PaySupplier'],
  ],
};

/** Its result names a person, so it is never kept. */
export const namesPerson = (type: string): boolean => type === 'IdentifyLoyaltyCustomer';

export const keptTypes: readonly string[] = Object.values(KEPT).flat();
