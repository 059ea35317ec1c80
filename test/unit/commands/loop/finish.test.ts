import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AnyDecider, Pending } from '../../../../src/commands/loop/chain.ts';
import { createFinish } from '../../../../src/commands/loop/finish.ts';
import { type CachedFold, untouched } from '../../../../src/commands/loop/folded.ts';
import type { Outcome, Record as RecordDecided } from '../../../../src/commands/loop/recording.ts';
import type { StreamCache } from '../../../../src/commands/loop/stream-cache.ts';
import { Unavailable } from '../../../../src/commands/loop/unavailable.ts';
import { type RecordedEvent, StoreUnavailable } from '../../../../src/event-store/event-store.ts';

const SILENT: Extract<Outcome, { kind: 'unanswered' }> = {
  kind: 'unanswered',
  error: new StoreUnavailable('access denied'),
};

/** Counts. A command of 0 wants nothing; one below 0 is refused. */
const decider = {
  initial: 0,
  evolve: (before: number) => before + 1,
  decide: (_: number, command: number) => {
    if (command < 0) throw new Error('refused');
    return Array.from({ length: command }, () => ({ type: 'Counted', data: {} }));
  },
} as unknown as AnyDecider;

/** Finishes commands on a stream. `outcomes`: of the appends, in order; the last one goes on. */
const setUp = ({
  cached = true,
  outcomes = [{ kind: 'recorded' }] as Outcome[],
  next = () => (outcomes.length > 1 ? outcomes.shift()! : outcomes[0]!),
  tail = [] as string[],
  away = undefined as StoreUnavailable | undefined,
} = {}) => {
  const steps: string[] = [];
  const answers: string[] = [];
  const errors: unknown[] = [];
  const base: CachedFold<unknown> = { ...untouched(decider), revision: 3 };
  const cache = {
    peek: () => (cached ? base : undefined),
    refresh: async () => {
      steps.push('refresh');
      return base;
    },
    readOn: async () => {
      steps.push('read on');
      if (away) throw away;
      const events = tail.map((command_id) => ({ type: 'Counted', data: {}, metadata: { command_id }, position: 9 }));
      return { folded: base, tail: events as unknown as RecordedEvent[] };
    },
  } as unknown as StreamCache;
  const record: RecordDecided = async (_stream, _decider, _from, decided) => {
    steps.push(`record ${decided.length}`);
    const outcome = next();
    if (outcome.kind === 'recorded') for (const { pending } of decided) pending.resolve({ duplicate: false } as never);
    return outcome;
  };
  const pending = (command: number, options: Pending['options'] = {}): Pending => ({
    command,
    options,
    envelope: { command_id: `c${command}` } as Pending['envelope'],
    resolve: ({ duplicate }) => void answers.push(`${command} ${duplicate ? 'done before' : 'done'}`),
    reject: (error) => {
      errors.push(error);
      answers.push(`${command} ${(error as Error).message}`);
    },
  });
  const finish = createFinish(cache, record);
  return { steps, answers, errors, finish: (...batch: Pending[]) => finish('stream', decider, batch), pending };
};

describe('a batch of commands', () => {
  test('a batch of commands is decided on what memory holds, and recorded', async () => {
    const { steps, answers, finish, pending } = setUp();
    await finish(pending(1), pending(2));
    expect(steps).toEqual(['record 2']);
    expect(answers).toEqual(['1 done', '2 done']);
  });

  test.each([
    [-1, '-1 refused'],
    [0, '0 done'],
  ])('a batch of commands with a no (%i) is decided again on what the log holds, once', async (command, answer) => {
    const { steps, answers, finish, pending } = setUp();
    await finish(pending(command));
    expect(steps[0]).toBe('read on');
    expect(steps).toHaveLength(2);
    expect(answers).toEqual([answer]);
  });

  test('a batch of commands with a no on a stream that was read for it counts at once', async () => {
    const { steps, answers, finish, pending } = setUp({ cached: false });
    await finish(pending(-1));
    expect(steps).toEqual(['refresh', 'record 0']);
    expect(answers).toEqual(['-1 refused']);
  });

  test('a batch of commands that was overtaken is decided again on what the others wrote', async () => {
    const { steps, answers, finish, pending } = setUp({ outcomes: [{ kind: 'overtaken' }, { kind: 'recorded' }] });
    await finish(pending(1));
    expect(steps).toEqual(['record 1', 'read on', 'record 1']);
    expect(answers).toEqual(['1 done']);
  });

  test('a batch of commands that was overtaken 25 times gives up', async () => {
    const { steps, answers, finish, pending } = setUp({ outcomes: [{ kind: 'overtaken' }] });
    await finish(pending(1));
    expect(steps.filter((step) => step === 'record 1')).toHaveLength(25);
    expect(answers).toEqual(['1 stream is written by too many at once']);
  });

  test('a batch of commands whose append nobody answered finds in the log that it was recorded', async () => {
    const { answers, finish, pending } = setUp({ outcomes: [SILENT], tail: ['c1'] });
    await finish(pending(1));
    expect(answers).toEqual(['1 done']);
  });

  test('a batch of commands that the log does not take says why, for the operator', async () => {
    const { errors, finish, pending } = setUp({ outcomes: [SILENT] });
    await finish(pending(1));
    expect(errors).toEqual([expect.any(Unavailable)]);
    expect(errors[0]).toMatchObject({ cause: SILENT.error });
  });

  test('a batch of commands whose appends are left unanswered one after the other gives up before its caller has waited half a minute', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const timeOut = (): Outcome => {
      now += 10_000;
      return SILENT;
    };
    const { steps, answers, finish, pending } = setUp({ next: timeOut });
    await finish(pending(1));
    expect(steps).toEqual(['record 1', 'read on', 'record 1', 'read on']);
    expect(answers).toEqual(['1 the event log does not take what is appended']);
  });

  test('a batch of commands whose stream can not be read says why, for the operator', async () => {
    const away = new StoreUnavailable('the stream was cut off');
    const { finish, pending } = setUp({ outcomes: [{ kind: 'overtaken' }], away });
    await expect(finish(pending(1))).rejects.toMatchObject({ name: 'Unavailable', cause: away });
  });

  test('a batch of commands that another process has carried out meanwhile is answered with what it did', async () => {
    const { steps, answers, finish, pending } = setUp({ outcomes: [{ kind: 'overtaken' }], tail: ['c1'] });
    await finish(pending(1));
    expect(steps).toEqual(['record 1', 'read on']);
    expect(answers).toEqual(['1 done before']);
  });

  test('a batch of commands that is a repeat is looked for in the log before it is decided', async () => {
    const { steps, answers, finish, pending } = setUp({ tail: ['c1'] });
    await finish(pending(1, { repeat: true }));
    expect(steps).toEqual(['read on']);
    expect(answers).toEqual(['1 done before']);
  });

  test('a batch of commands of which one cannot be stored is recorded one by one, and that one fails', async () => {
    const unstorable: Outcome = { kind: 'unstorable', error: new Error('too large') };
    const { steps, answers, finish, pending } = setUp({ outcomes: [unstorable, { kind: 'recorded' }, unstorable] });
    await finish(pending(1), pending(2));
    expect(steps).toEqual(['record 2', 'record 1', 'record 1']);
    expect(answers).toEqual(['1 done', '2 too large']);
  });
});
