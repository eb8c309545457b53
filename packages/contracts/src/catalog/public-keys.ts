import { z } from 'zod';
import {
  admin,
  adminWrites,
  creates,
  KeyExpiry,
  KeyRotation,
  keyExpiryDescription,
  keyRevocationDescription,
  rotatedKeyFields,
  rotationDescription,
} from '../admin-endpoints.ts';
import { ApplicationIdParams, idOf, pageQuery, Uuid } from '../fields.ts';
import { command, endpoint, feature } from '../kit.ts';

export const PublicKey = z
  .object({
    id: Uuid.describe('Id of the key'),
    key: z.string().describe('Public key, `svc_pub_…`; it is part of every copy of a client, and not secret'),
    ...rotatedKeyFields,
  })
  .meta({ id: 'PublicKey' });

export const PublicKeys = z
  .object({ public_keys: z.array(PublicKey).describe('Live keys, newest first') })
  .meta({ id: 'PublicKeys' });

const PublicKeyParams = ApplicationIdParams.extend({ key_id: idOf('public_key_id', 'Id of the key') });

export const publicKeyEndpoints = feature('Applications', 'Applications with their status, public keys and icon.', {
  rotatePublicKey: endpoint({
    ...creates,
    method: 'POST',
    path: '/v1/admin/applications/{application_id}/keys/rotate',
    summary: 'Rotate the public key, with a grace period for the old one',
    description: rotationDescription,
    params: ApplicationIdParams,
    body: KeyRotation,
    response: PublicKeys,
    errors: ['application_not_found', 'conflict'],
  }),
  listPublicKeys: endpoint({
    ...admin,
    method: 'GET',
    path: '/v1/admin/applications/{application_id}/keys',
    summary: 'List all public keys of an application, ended ones too, newest first',
    description: '`last_used_at` shows whether clients still use a former key.',
    paginated: true,
    params: ApplicationIdParams,
    query: z.object(pageQuery),
    response: PublicKey,
    errors: ['application_not_found'],
  }),
  updatePublicKey: endpoint({
    ...adminWrites,
    method: 'PATCH',
    path: '/v1/admin/applications/{application_id}/keys/{key_id}',
    summary: 'Prolong or shorten the grace period of a former public key',
    description: keyExpiryDescription,
    params: PublicKeyParams,
    body: KeyExpiry,
    response: PublicKey,
    errors: ['application_not_found', 'key_not_found', 'conflict'],
  }),
  revokePublicKey: endpoint({
    ...adminWrites,
    method: 'DELETE',
    path: '/v1/admin/applications/{application_id}/keys/{key_id}',
    summary: 'Revoke one public key',
    description: keyRevocationDescription,
    params: PublicKeyParams,
    response: PublicKey,
    errors: ['application_not_found', 'key_not_found', 'conflict'],
  }),
});

export const publicKeyCommands = {
  notePublicKeyUse: command(
    'command.catalog.public_keys.note_use',
    'Records the use of a public key, at most once an hour. An unknown key is ignored.',
    {
      limits: { timeoutMs: 5_000 },
      input: z.object({ key_id: Uuid }),
      output: z.object({ is_written: z.boolean() }),
    },
  ),
} as const;
