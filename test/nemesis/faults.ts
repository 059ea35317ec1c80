import type { NemesisApp } from './app.ts';
import type { History } from './history.ts';
import type { Fault, Plan, PlannedFault } from './plan.ts';

/** Called when a fault begins and when it ends. */
export type OnFault = (fault: Fault, isBeginning: boolean) => void;

/** Lets the faults of a plan come and go with the operations of the clients; resolves when all of them are over. */
export const inflict = async (
  apps: readonly NemesisApp[],
  history: History,
  { lanes }: Plan,
  onFault: OnFault,
): Promise<void> => {
  const runLane = async (lane: readonly PlannedFault[]): Promise<void> => {
    for (const { after, lasts, fault } of lane) {
      await history.reached(after);
      onFault(fault, true);
      await begin(apps, fault);
      // From now on and not from `after`: a fault of the lane before may have ended late.
      await history.reached(history.ended() + lasts);
      await end(apps, fault);
      onFault(fault, false);
    }
  };
  await Promise.all(lanes.map(runLane));
};

const begin = async (apps: readonly NemesisApp[], fault: Fault): Promise<void> => {
  if (fault.kind === 'stopProjections') {
    for (const app of fault.apps) apps[app]!.set({ projections: false });
    return;
  }
  const app = apps[fault.app]!;
  switch (fault.kind) {
    case 'kill':
      return app.kill();
    case 'freeze':
      return app.freeze();
    case 'cut':
      return app.cut();
    case 'silence':
      return app.silence();
    case 'flicker':
      return app.flicker();
    case 'stepClock':
      return app.set({ clockMs: app.state().clockMs + fault.seconds * 1_000 });
  }
};

const end = async (apps: readonly NemesisApp[], fault: Fault): Promise<void> => {
  if (fault.kind === 'stopProjections') {
    for (const app of fault.apps) apps[app]!.set({ projections: true });
    return;
  }
  const app = apps[fault.app]!;
  switch (fault.kind) {
    case 'kill':
      return app.start();
    case 'freeze':
      return app.thaw();
    case 'cut':
    case 'silence':
      return app.mend();
    case 'flicker':
      return app.steady();
    // A clock stays where it was put.
    case 'stepClock':
      return;
  }
};
