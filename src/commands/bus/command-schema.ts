import { z } from 'zod';
import { instant, text, uuid } from '../fields/fields.ts';
import { strictly, withParts } from '../fields/strictly.ts';

/** The fields that every command has in addition to its own. */
const commandEnvelope = {
  command_id: uuid().meta({
    id: 'CommandId',
    description:
      'Yours, a new one for each command: take another here before a second try. The same again is a repeat, which changes ' +
      'nothing and answers `duplicate` with the first result; with a command of another type it is 409',
  }),
  occurred_at: instant()
    .meta({
      id: 'OccurredAt',
      description:
        'When it happened at the venue: ISO 8601 with an offset or Z, at most 5 minutes ahead and 62 days back; now unless told',
    })
    .optional(),
  actor: text(255).meta({ id: 'ActorName', description: 'Who at the venue did it' }).optional(),
};

/** What a reading shows of an entry beside the fields of its command. */
const shownState = {
  state: z
    .record(z.string(), z.unknown())
    .meta({ id: 'ShownState', description: 'As the reading of the entry shows it: it may come along, and is not read' })
    .nullish(),
};

const envelopeSchema = z.object(commandEnvelope);

type CommandInput<Input extends z.ZodObject> = z.ZodType<z.output<typeof envelopeSchema> & z.output<Input>>;

/** By the input: the bus and the command's route validate with the same one, which zod compiles at its first use. */
const made = new WeakMap<z.ZodObject, z.ZodType>();

/**
 * What a command with this input takes: the envelope's fields and its own, and no others. `isShown`: a reading shows what
 * the command defines, and its entries can be sent back as they are.
 */
export const commandSchema = <Input extends z.ZodObject>(input: Input, isShown = false): CommandInput<Input> => {
  const known = made.get(input) as CommandInput<Input> | undefined;
  if (known) return known;
  const schema = strictly(
    withParts(input, { shape: { ...commandEnvelope, ...input.shape, ...(isShown && shownState) } }),
  );
  made.set(input, schema);
  return schema as unknown as CommandInput<Input>;
};
