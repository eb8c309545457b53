import { dayMs, limitedAddress } from '@platform/runtime';
import { and, eq, gt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admin_networks, admins } from '../schema.ts';
import type { AdminRow } from './admin.ts';
import type { GuardedAccount } from './login-guard.ts';

/** How long a network stays known to an account after its last login from there. */
export const knownNetworkDays = 90;

export interface FoundLogin extends GuardedAccount {
  admin: AdminRow;
}

/** The account with this e-mail, and whether it logged in lately from the network of the address. */
export async function findLogin(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { email, client_ip }: { email: string; client_ip: string },
): Promise<FoundLogin | undefined> {
  const since = new Date(clock.now().getTime() - knownNetworkDays * dayMs);
  const [login] = await db
    .select({ admin: admins, network: admin_networks.network })
    .from(admins)
    .leftJoin(
      admin_networks,
      and(
        eq(admin_networks.admin_id, admins.id),
        eq(admin_networks.network, limitedAddress(client_ip)),
        gt(admin_networks.last_login_at, since),
      ),
    )
    .where(eq(admins.email, email));
  return (
    login && { admin: login.admin, password_hash: login.admin.password_hash, isKnownNetwork: login.network !== null }
  );
}
