import { z } from 'zod';
import { Timestamp } from '../fields.ts';

export const GrantSource = z.enum(['payment', 'license', 'admin']);

export const EntitlementSnapshot = z
  .object({
    codes: z.array(z.string()).describe('Active entitlement codes, sorted'),
    entitlements: z
      .array(
        z.object({
          code: z.string().describe('Entitlement code'),
          source: GrantSource.describe('Source of the grant that `expires_at` comes from'),
          starts_at: Timestamp.describe('Start of the uninterrupted active period'),
          expires_at: Timestamp.nullable().describe(
            'End of the uninterrupted active period, exclusive; null for lifetime',
          ),
          is_lifetime: z.boolean().describe('No expiry'),
        }),
      )
      .describe('One row for each active code'),
    expires_at: Timestamp.nullable().describe(
      'When the first of the entitlements ends: until then every code is active. Null without codes, and when every code is for life',
    ),
    is_lifetime: z.boolean().describe('Whether every entitlement is for life; false without codes'),
    snapshot_token: z
      .string()
      .describe(
        'Compact JWS (EdDSA) of the same content for offline use; `aud` is the application code; keys at /.well-known/jwks.json',
      ),
  })
  .meta({ id: 'EntitlementSnapshot' });
