import { expect, test } from 'vitest';
import { InvalidEvents, RevisionConflict, StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { refusalError } from '../../../src/event-store/eventstoredb/messages/append-answer.ts';

test.each([
  ['WrongExpectedVersion', RevisionConflict],
  ['MaximumAppendSizeExceeded', InvalidEvents],
  ['MaximumAppendEventSizeExceeded', InvalidEvents],
  ['Timeout', StoreUnavailable],
  ['AccessDenied', StoreUnavailable],
  ['BadRequest', StoreUnavailable],
  // By whoever runs the server: no event is at fault.
  ['StreamDeleted', StoreUnavailable],
] as const)('what EventStoreDB refuses as %s is a %o', (kind, kindOfError) => {
  const refusal = { kind: `event_store.client.${kind}`, message: 'as the server says' };
  expect(refusalError(refusal, { stream: 'order-1', expected: 1, events: [] })).toBeInstanceOf(kindOfError);
});
