import type { Admin, identity } from '@platform/contracts';
import { hourMs } from '@platform/runtime';
import type { z } from 'zod';
import type { admins } from '../schema.ts';

export type AdminRow = typeof admins.$inferSelect;
export type AdminPatch = z.output<(typeof identity.endpoints.updateAdmin)['body']>;

/** How long a session lives after login. */
export const sessionHours = 12;

/** When a session that is opened now ends. */
export const sessionEnd = (now: Date): Date => new Date(now.getTime() + sessionHours * hourMs);

/** Whether the owners would be none without this one. The platform always keeps an owner. */
export const isLastOwner = (admin: Pick<AdminRow, 'id'>, owners: readonly { id: string }[]): boolean =>
  owners.length === 1 && owners[0]?.id === admin.id;

/** An administrator as the contract shows one. */
export const toAdmin = ({ id, email, role, created_at }: AdminRow): z.input<typeof Admin> => ({
  id,
  email,
  role,
  created_at: created_at.toISOString(),
});
