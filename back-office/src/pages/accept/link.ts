/** What an invitation's link says: the invitation, and the login that it is for. */
export interface InvitationLink {
  readonly invitation: string;
  /** Undefined: the link does not say it, as links that programs made. */
  readonly login: string | undefined;
}

const LOGIN = '&login=';

/** The end of the link, from its `#` on, which reaches no server's log. */
export const hashOf = ({ invitation, login }: InvitationLink): string =>
  `#${encodeURIComponent(invitation)}${login ? LOGIN + encodeURIComponent(login) : ''}`;

/** What stands in the end of a link. A part that is no address stays as it is. */
export const readHash = (hash: string): InvitationLink => {
  const [invitation = '', login] = hash.slice(1).split(LOGIN).map(decoded);
  return { invitation, login: login || undefined };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
