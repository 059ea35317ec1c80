import type { paths } from './api-types.ts';
import { type CallOptions, type Connection, dataOf } from './connection.ts';
import type { Answer, Body } from './types.ts';

type CommandPath = Extract<keyof paths, `/venue/v1/commands/${string}`>;

/** Names of commands: `AcceptOrder`. */
export type CommandName = CommandPath extends `/venue/v1/commands/${infer Name}` ? Name : never;

type Post<Name extends CommandName> = paths[`/venue/v1/commands/${Name}`] extends { post: infer Operation }
  ? Operation
  : never;
type Sent<Name extends CommandName> =
  Post<Name> extends { requestBody?: { content: { 'application/json': infer Fields } } } ? Fields : never;
type Without<Fields, Name extends string> = Fields extends unknown ? Omit<Fields, Name> : never;

/** The fields of a command. Without a `command_id` of yours the client makes one. */
export type CommandFields<Name extends CommandName> = Without<Sent<Name>, 'command_id'> & {
  /** A repeat with the same id changes nothing, and answers the first result. */
  readonly command_id?: string;
};

/** What a command answers. */
export type CommandAnswer<Name extends CommandName> =
  Post<Name> extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never;

/** Every command by its name. */
export type Commands = {
  readonly [Name in CommandName]: (fields: CommandFields<Name>, options?: CallOptions) => Promise<CommandAnswer<Name>>;
};

/** One command of a batch. */
export type BatchedCommand = {
  [Name in CommandName]: {
    readonly type: Name;
    readonly command_id?: string;
    readonly occurred_at?: string;
    readonly actor?: string;
    readonly fields: Without<Sent<Name>, 'command_id' | 'occurred_at' | 'actor'>;
  };
}[CommandName];

/** A function for every command: 101 of them would only repeat the document. */
export const createCommands = ({ api, safe }: Connection): Commands => {
  const send = (name: string, fields: object, options?: CallOptions): Promise<unknown> => {
    const path = `/venue/v1/commands/${name}` as '/venue/v1/commands/AcceptOrder';
    const body = { command_id: crypto.randomUUID(), ...fields } as never;
    return dataOf(api.POST(path, { body, ...safe(options) }));
  };
  return new Proxy({} as Commands, {
    // Names begin with a capital letter: whoever awaits this or prints it asks for other ones.
    get: (_, name) =>
      typeof name === 'string' && /^[A-Z]/.test(name)
        ? (fields: object, options?: CallOptions) => send(name, fields, options)
        : undefined,
  });
};

const withIds = (commands: readonly BatchedCommand[]) => ({
  commands: commands.map((command) => ({ command_id: crypto.randomUUID(), ...command })),
});

/** Asks which commands would be refused. */
export const checkBatch = (
  { api, safe }: Connection,
  commands: readonly BatchedCommand[],
  options?: CallOptions,
): Promise<Answer<'checkCommands'>> => {
  const body = withIds(commands) as Body<'checkCommands'>;
  return dataOf(api.POST('/venue/v1/command-check', { body, ...safe(options) }));
};

/** Sends commands that were made while there was no connection. */
export const sendBatch = (
  { api, safe }: Connection,
  commands: readonly BatchedCommand[],
  options?: CallOptions,
): Promise<Answer<'sendCommands'>> => {
  const body = withIds(commands) as Body<'sendCommands'>;
  return dataOf(api.POST('/venue/v1/commands', { body, ...safe(options) }));
};
