import type { NoteReading } from '../api/audit/personal/readings.ts';
import { actorOfAccount } from '../commands/bus/actor.ts';
import type { CommandHandler } from '../commands/loop/handle.ts';
import { readingDecider } from '../domain/personal/readings.ts';

/** Records what auditors read of personal data, on a stream for each key. */
export const createNoteReading =
  (
    handler: CommandHandler,
    { clock, newUuid }: { readonly clock: () => number; readonly newUuid: () => string },
  ): NoteReading =>
  async (reading, { name, accountId, requestId }) => {
    const { key_id, brand_id } = reading;
    await handler.handle(
      readingDecider,
      key_id,
      { type: 'NoteReading', reading },
      {
        actor: accountId === undefined ? { id: key_id, kind: 'auditor', name } : actorOfAccount(accountId),
        brand_id,
        causation_id: null,
        command_id: newUuid(),
        correlation_id: requestId,
        occurred_at: new Date(clock()).toISOString(),
      },
    );
  };
