import type { GetToken } from './caller.ts';
import { type ClientStorage, openShelf, type Shelf } from './storage.ts';
import { personOf } from './token-claims.ts';

/** The person that the client works for now. */
export interface Session {
  /** `guest` without a token. */
  readonly person: string;
  /** What is stored for the person. */
  readonly shelf: Shelf;
  /** The token provider of the application; every token that it gives names the person. */
  readonly getToken: GetToken;
  /** Reads the present user. A failure of the provider does not change the user. */
  identify(): Promise<void>;
  /** Removes what is stored for a person. The present one is a guest until the next token. */
  leave(person: string): Promise<void>;
  /** Removes what is stored for each person of this run. */
  wipe(): Promise<void>;
}

/** @param onChange is called at once when the user changes, before any call for the new user */
export function openSession(
  options: { applicationCode: string; getToken?: GetToken; storage: ClientStorage },
  onChange: (former: { person: string; shelf: Shelf }) => void,
): Session {
  let person = 'guest';
  let shelf = openShelf(options.storage, options.applicationCode, person);
  const shelves = new Map([[person, shelf]]);
  const become = (next: string) => {
    if (next === person) return;
    const former = { person, shelf };
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
    if (!shelves.has(person)) become('guest');
    // The shelf of a guest is closed where it was removed.
    if (!shelves.has(person)) {
      shelf = openShelf(options.storage, options.applicationCode, person);
      shelves.set(person, shelf);
    }
    await Promise.all(formerShelves.map(([, one]) => one.wipe()));
  };
  const getToken: GetToken = async (request) => {
    const token = (await options.getToken?.(request)) ?? null;
    become(personOf(token));
    return token;
  };
  return {
    get person() {
      return person;
    },
    get shelf() {
      return shelf;
    },
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
