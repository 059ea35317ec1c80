import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { createContext, useContext } from 'react';
import { isSignedOut, venue } from '../api.ts';
import { hasOwnLanguage, language } from '../words/language.ts';
import { speak } from '../words/words.ts';
import { forgetPerson } from './forget.ts';

/** Who is signed in, and what the person may do. */
export type Person = Answer<'getSession'>;

/** Whether somebody has signed in on this device. Else the server is not asked: its refusal would stand in the console. */
const KEPT = 'tillstream.signed-in';

export const hasSignedIn = (): boolean => localStorage.getItem(KEPT) !== null;

/** Null: nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Person | null> => {
    if (!hasSignedIn()) return null;
    try {
      return (await venue.api.GET('/venue/v1/session', { signal })).data ?? null;
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      localStorage.removeItem(KEPT);
      return null;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in, for all that stands inside of the shell. */
export const PersonInside = createContext<Person | null>(null);

/**
 * Signed in. For what stands inside of the shell, which is shown to people who are. The shell says who: whoever asked the query could
 * find nobody there, in the moment between the end of a session and the shell's leaving.
 */
export const usePerson = (): Person => {
  const person = useContext(PersonInside);
  if (person === null) throw new Error('This page needs a person who is signed in');
  return person;
};

/** What the role gives: a button that the server would refuse is not shown. */
export const useMay = () => {
  const { may } = usePerson();
  return {
    command: (name: string): boolean => may.commands.includes(name),
    reading: (name: string): boolean => may.readings.includes(name),
    /** The past, blame and proofs. */
    audit: may.audit,
  };
};

/** Signs in and out; the pages follow. */
export const useSignIn = () => {
  const client = useQueryClient();
  const begin = async (person: Person | undefined): Promise<void> => {
    if (!person) return;
    localStorage.setItem(KEPT, 'yes');
    if (!hasOwnLanguage() && person.language !== language()) await speak(person.language);
    // What was read belongs to the person before.
    forgetPerson(client);
    client.setQueryData(sessionQuery.queryKey, person);
  };
  return {
    signIn: async (login: string, password: string | undefined): Promise<void> =>
      begin((await venue.api.POST('/venue/v1/session', { body: { login, ...(password ? { password } : {}) } })).data),
    accept: async (invitation: string, password: string): Promise<void> =>
      begin((await venue.api.POST('/venue/v1/session/accept', { body: { invitation, password } })).data),
    signOut: async (): Promise<void> => {
      await venue.api.DELETE('/venue/v1/session');
      localStorage.removeItem(KEPT);
      forgetPerson(client);
    },
  };
};
