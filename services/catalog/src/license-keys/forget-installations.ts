import { defineStatement, runStatement, type Tx } from '@platform/runtime';

/**
 * Replaces the installations of an erased user by random ones: they name a person's devices. The rows stay,
 * since they count against the limit of the key.
 */
export async function forgetInstallations(tx: Tx, userId: string): Promise<void> {
  await runStatement(tx, forget, [userId]);
}

const forget = defineStatement({
  name: 'forget_installations',
  text: 'UPDATE catalog.license_devices SET installation_id = gen_random_uuid() WHERE user_id = $1',
});
