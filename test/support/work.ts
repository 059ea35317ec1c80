/**
 * Milliseconds this thread has worked so far, client and server alike. For bounds on what a request may cost: how long it
 * takes on the wall depends on what else the machine does.
 */
export const workMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
