/** Who presses later may mean it anew. */
const SAME_MS = 120_000;

/**
 * Makes the ids of the commands that forms send. One that got no answer may have been done: sent again at once with the same fields, it gets
 * its id again, by which the server does it once.
 * @param isUnanswered whether an error leaves open what became of the command
 */
export const createCommandIds = (isUnanswered: (error: unknown) => boolean) => {
  let open: { readonly said: string; readonly id: string; readonly at: number } | undefined;
  return {
    give: async <Told>(name: string, fields: object, send: (id: string) => Promise<Told>): Promise<Told> => {
      const said = JSON.stringify([name, fields]);
      const isSame = open?.said === said && Date.now() - open.at < SAME_MS;
      const id = isSame ? open!.id : crypto.randomUUID();
      open = undefined;
      try {
        return await send(id);
      } catch (error) {
        if (isUnanswered(error)) open = { said, id, at: Date.now() };
        throw error;
      }
    },
    /** Another form has been opened: what is sent from now on is meant anew, also when it is the same. */
    forget: (): void => {
      open = undefined;
    },
  };
};
