import type { LogEvent, Violation } from './checker/evidence.ts';
import type { Entry } from './history.ts';
import type { Fault } from './plan.ts';

const MAX_SHOWN = 12;

/** A violation as a person reads it: the rule, and the slice of history and log that shows it. */
export const describeViolation = ({ rule, what, entries = [], events = [] }: Violation): string =>
  [
    `${rule}: ${what}`,
    ...entries.slice(0, MAX_SHOWN).map((entry) => `    ${describeEntry(entry)}`),
    ...events.slice(-MAX_SHOWN).map((event) => `    ${describeEvent(event)}`),
  ].join('\n');

const describeEntry = ({ client, kind, door, phase, invokedAt, endedAt, status, ...facts }: Entry): string => {
  const time = `${Math.round(invokedAt)}..${Math.round(endedAt)} ms`;
  const answer = status ?? 'no answer';
  return `${time} client ${client} at app ${door} (${phase}) ${kind}: ${answer} ${JSON.stringify({ ...facts, listed: undefined, listed_reservations: undefined })}`;
};

const describeEvent = ({ position, stream, type, data }: LogEvent): string =>
  `at ${position} in ${stream}: ${type} ${JSON.stringify(data).slice(0, 300)}`;

export const describeFault = (fault: Fault): string => {
  switch (fault.kind) {
    case 'stopProjections':
      return `no projections at ${fault.apps.map((app) => `app ${app}`).join(' and ')}`;
    case 'killPostgres':
      return 'kill of Postgres';
    case 'killEventStoreDb':
      return 'kill of EventStoreDB';
    case 'freezeEventStoreDb':
      return 'freeze of EventStoreDB';
    case 'park':
      return `park ${fault.readModel}, with a ${fault.revival} at the end`;
    case 'lock':
      return `lock of the table ${fault.readModel}`;
    case 'crash':
      return `crash of app ${fault.app} at ${fault.at} (${fault.when})`;
    case 'stepClock':
      return `stepClock of app ${fault.app} by ${fault.seconds} s`;
    case 'cut':
    case 'silence':
    case 'deafness':
    case 'flicker':
      return `${fault.kind} between app ${fault.app} and ${fault.to}`;
    default:
      return `${fault.kind} of app ${fault.app}`;
  }
};
