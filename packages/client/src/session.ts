import type { GetToken } from './caller.ts';
import { type ClientStorage, openShelf, type Shelf } from './storage.ts';
import { personOf, subjectOf } from './token-claims.ts';

/** The person that the client works for now. */
export interface Session {
  /** `guest` without a token. */
  readonly person: string;
  /** `sub` of the token; null without one. Flags go by it. */
  readonly subject: string | null;
  /** What is stored for the person. */
  readonly shelf: Shelf;
  /** What is stored for another person, or for guests. */
  shelfOf(person: string): Shelf;
  /** The token provider of the application; every token that it gives names the person. */
  readonly getToken: GetToken;
  /** Reads the present user. A failure of the provider does not change the user. */
  identify(): Promise<void>;
  /** Removes what is stored for a person. The present one is a guest until the next token. */
  leave(person: string): Promise<void>;
  /** Removes what is stored for each person of this run. */
  wipe(): Promise<void>;
}

/** Whom the client worked for until now. */
export interface FormerPerson {
  person: string;
  /** Whether the provider said so; before its first answer nobody is known, and the person counts as a guest. */
  isIdentified: boolean;
}

/** @param onChange is called at once when the user changes, before any call for the new user */
export function openSession(
  options: { applicationCode: string; getToken?: GetToken; storage: ClientStorage },
  onChange: (former: FormerPerson) => void,
): Session {
  let person = 'guest';
  let subject: string | null = null;
  let isIdentified = false;
  let shelf = openShelf(options.storage, options.applicationCode, person);
  const shelves = new Map([[person, shelf]]);
  const become = (next: string) => {
    if (next === person) return;
    const former = { person, isIdentified };
    person = next;
    shelf = openShelf(options.storage, options.applicationCode, person);
    shelves.set(person, shelf);
    onChange(former);
  };
  const remove = async (formerShelves: [person: string, shelf: Shelf][]): Promise<void> => {
    for (const [name, formerShelf] of formerShelves) {
      formerShelf.close();
      shelves.delete(name);
    }
    if (!shelves.has(person)) {
      subject = null;
      become('guest');
    }
    // The shelf of a guest is closed where it was removed.
    if (!shelves.has(person)) {
      shelf = openShelf(options.storage, options.applicationCode, person);
      shelves.set(person, shelf);
    }
    // Events of other pages of guests belong to the next person who signs in.
    await Promise.all(formerShelves.map(([name, formerShelf]) => formerShelf.wipe({ keepsEvents: name === 'guest' })));
  };
  const getToken: GetToken = async (request) => {
    const token = (await options.getToken?.(request)) ?? null;
    subject = subjectOf(token);
    become(personOf(token));
    isIdentified = true;
    return token;
  };
  return {
    get person() {
      return person;
    },
    get subject() {
      return subject;
    },
    get shelf() {
      return shelf;
    },
    shelfOf: (name) => shelves.get(name) ?? openShelf(options.storage, options.applicationCode, name),
    getToken,
    async identify() {
      try {
        await getToken({ refresh: false });
      } catch {
        // The calls of the application see the failure themselves.
      }
    },
    leave: (left) => remove([...shelves].filter(([name]) => name === left)),
    wipe: () => remove([...shelves]),
  };
}
