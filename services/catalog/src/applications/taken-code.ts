import { fail } from '@platform/runtime';

/**
 * Refuses a code that another object has, and says how it becomes free.
 * @param what the kind of the object
 * @param holder the object with the code; undefined when it is gone by now
 * @throws AppError `conflict`
 */
export function refuseTakenCode(what: string, code: string, holder: { id: string; status: string } | undefined): never {
  const taken = `The ${what} code ${code} is taken`;
  const message =
    holder?.status === 'archived'
      ? `${taken} by the archived ${what} ${holder.id}. If nothing refers to that ${what} yet, a PATCH of its code frees this one; otherwise choose another code.`
      : `${taken}. Choose another code.`;
  return fail('conflict', { message });
}
