import type { NemesisApp } from './app.ts';
import type { CrashPoint } from './crashes.ts';
import type { NemesisDatabase } from './database.ts';
import type { History } from './history.ts';
import type { LogServer } from './log-server.ts';
import type { Fault, Plan, PlannedFault } from './plan.ts';

/** Called when a fault begins and when it ends. */
export type OnFault = (fault: Fault, isBeginning: boolean) => void;

/** What faults come over. */
export interface Victims {
  readonly apps: readonly NemesisApp[];
  readonly database: NemesisDatabase;
  /** Only where the log is in EventStoreDB. */
  readonly logServer: LogServer | undefined;
}

/** An app is killed at a moment that may not come: it is waited for while so many operations end. */
const CRASHES_WITHIN = 150;

/** Lets the faults of a plan come and go with the operations of the clients; resolves when all of them are over. */
export const inflict = async (victims: Victims, history: History, { lanes }: Plan, onFault: OnFault): Promise<void> => {
  const runLane = async (lane: readonly PlannedFault[]): Promise<void> => {
    for (const { after, lasts, fault } of lane) {
      await history.reached(after);
      onFault(fault, true);
      await begin(victims, fault, () => history.reached(history.ended() + CRASHES_WITHIN));
      // From now on and not from `after`: a fault of the lane before may have ended late.
      await history.reached(history.ended() + lasts);
      await end(victims, fault);
      onFault(fault, false);
    }
  };
  await Promise.all(lanes.map(runLane));
};

const begin = async (
  { apps, database, logServer }: Victims,
  fault: Fault,
  tooLate: () => Promise<void>,
): Promise<void> => {
  switch (fault.kind) {
    case 'stopProjections':
      for (const app of fault.apps) apps[app]!.set({ projections: false });
      return;
    case 'park':
      return database.poison(fault.readModel);
    case 'lock':
      return database.lock(fault.readModel);
    case 'killPostgres':
      return database.killPostgres();
    case 'killEventStoreDb':
      return logServer!.kill();
    case 'freezeEventStoreDb':
      return logServer!.freeze();
  }
  const app = apps[fault.app]!;
  switch (fault.kind) {
    case 'crash':
      return crashInTime(app, fault, tooLate());
    case 'kill':
      return app.kill();
    case 'freeze':
      return app.freeze();
    case 'cut':
      return app.cut(fault.to);
    case 'silence':
      return app.silence(fault.to);
    case 'deafness':
      return app.deafen(fault.to);
    case 'flicker':
      return app.flicker(fault.to);
    case 'stepClock':
      return app.set({ clockMs: app.state().clockMs + fault.seconds * 1_000 });
  }
};

/** The system closes the connections of a process that is killed. */
const crashInTime = async (app: NemesisApp, point: CrashPoint, tooLate: Promise<void>): Promise<void> => {
  let isTooLate = false;
  const crash = async (): Promise<void> => {
    if (!isTooLate) await app.kill();
    await app.mend();
  };
  const giveUp = tooLate.then(() => {
    isTooLate = true;
  });
  await Promise.race([app.reach(point).then(crash), giveUp]);
};

const end = async ({ apps, database, logServer }: Victims, fault: Fault): Promise<void> => {
  switch (fault.kind) {
    case 'stopProjections':
      for (const app of fault.apps) apps[app]!.set({ projections: true });
      return;
    case 'park':
      return database.revive(fault.readModel, fault.revival);
    case 'lock':
      return database.unlock();
    // It was started again at once.
    case 'killPostgres':
    case 'killEventStoreDb':
      return;
    case 'freezeEventStoreDb':
      return logServer!.thaw();
  }
  const app = apps[fault.app]!;
  switch (fault.kind) {
    case 'kill':
      return app.start();
    case 'crash':
      return app.recover();
    case 'freeze':
      return app.thaw();
    case 'cut':
    case 'silence':
    case 'deafness':
      return app.mend(fault.to);
    case 'flicker':
      return app.steady(fault.to);
    // A clock stays where it was put.
    case 'stepClock':
      return;
  }
};
