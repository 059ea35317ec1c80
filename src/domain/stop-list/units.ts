import type { StopListEvent } from './events.ts';
import { giveBack, giveBackSurplus } from './return-units.ts';
import { findHold, type StopList } from './state.ts';
import { holdFor, refuseStopped, takeMissing } from './take-units.ts';
import type { UnitsCommand } from './unit-commands.ts';

export const decideUnits = (stopList: StopList, command: UnitsCommand): readonly StopListEvent[] => {
  switch (command.type) {
    case 'TakeUnits':
      if (!command.is_sold) refuseStopped(stopList, command.wanted);
      if (holdFor(stopList, command)) return [];
      return takeMissing(stopList, { ...command, type: 'RecheckHold', own_hold_ids: [] });
    case 'RecheckHold':
      return takeMissing(stopList, command);
    case 'ReturnUnits':
      return giveBack(stopList, command);
    case 'FitHolds':
      return giveBackSurplus(stopList, command);
    case 'SettleHolds': {
      const { brand_id, point_id } = command;
      const holds = command.holds.filter(({ order_id, hold_id }) => findHold(stopList, order_id, hold_id));
      return holds.length === 0 ? [] : [{ type: 'HoldsSettled', data: { brand_id, point_id, holds } }];
    }
  }
};
