import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import { findPresentUser } from '../grants/present-user.ts';

/**
 * Replaces the installations of an erased user by random ones: they name a person's devices. The rows stay,
 * since they count against the limit of the key.
 */
export async function forgetInstallations(tx: Tx, userId: string): Promise<void> {
  // A merged user is erased with the user that it is part of, whose installations are its own by now.
  await runStatement(tx, forget, [[userId, await findPresentUser(tx, userId)]]);
}

const forget = defineStatement({
  name: 'forget_installations',
  text: 'UPDATE catalog.license_devices SET installation_id = gen_random_uuid() WHERE user_id = ANY ($1::uuid[])',
});
