import { notifications } from '@mantine/notifications';

/** Shows the server's words about something that was not to be. */
export const say = (message: string): void =>
  void notifications.show({ color: 'red', message, role: 'alert' } as never);

/** Shows that something is done. */
export const sayDone = (message: string): void => void notifications.show({ message, role: 'status' } as never);
