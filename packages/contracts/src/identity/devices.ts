import { z } from 'zod';
import { Code, idOf, pageQuery, Timestamp, TimeZone, text, Uuid } from '../fields.ts';
import { command, endpoint, event, feature } from '../kit.ts';

const nullableText = (description: string) => z.string().nullable().describe(description);

export const Device = z
  .object({
    id: Uuid.describe('Id of the device, for its removal'),
    installation_id: Uuid.describe('Stable UUID of the installation, created by the client'),
    platform: z.string().describe('Client platform'),
    app_version: z.string().describe('Version of the client'),
    timezone: nullableText('IANA time zone that the device sent, or that is derived from its IP address'),
    country_code: nullableText(
      'ISO 3166-1 alpha-2, from the client address (IP Geolocation by DB-IP, https://db-ip.com)',
    ),
    city: nullableText('City, from the client address'),
    last_seen_at: Timestamp.describe('Time of the last registration or event, up to a minute old'),
    revoked_at: Timestamp.nullable().describe('Set while the device is not active'),
    created_at: Timestamp.describe('First registration'),
  })
  .meta({ id: 'Device', description: 'An installation of the application, for one user' });
export type Device = z.input<typeof Device>;

const InstallationId = idOf('nothing', 'Stable UUID that the client creates at its installation');
const Platform = text(32).describe('For example web, android, ios');
const AppVersion = text(64).describe('Version of the client');

/** Reason for the revocation of a device. */
export const DeviceRevocation = z.enum(['revoked_by_user', 'evicted', 'user_erased']);

const deviceEvent = { device_id: Uuid, user_id: Uuid, installation_id: Uuid, platform: z.string() };

export const deviceEndpoints = feature('Devices', 'Active installations of the application of a user.', {
  registerDevice: endpoint({
    method: 'POST',
    path: '/v1/devices/register',
    summary: 'Register the device of the user, or refresh it',
    repeatable: true,
    description: [
      'Call it at every start of the client. The status is 201 for a new installation and 200 for a known one.',
      'A revoked device becomes active again. Each user of a shared device has a separate device.',
      'Over `max_active_devices` the `device_limit_policy` of the application decides: the call is refused,',
      'or the least recently seen devices are revoked until the new one fits.',
    ].join(' '),
    auth: 'user',
    rate: 'user',
    status: 201,
    presentStatus: 200,
    body: z
      .object({
        installation_id: InstallationId,
        platform: Platform,
        app_version: AppVersion,
        timezone: TimeZone.optional().describe('Time zone of the device: its IANA name, or an offset such as `+03:00`'),
      })
      .meta({ id: 'DeviceRegistration' }),
    response: Device,
    errors: ['device_limit_reached'],
  }),
  listMyDevices: endpoint({
    method: 'GET',
    path: '/v1/devices',
    summary: 'List the devices of the user, newest first',
    auth: 'user',
    rate: 'user',
    paginated: true,
    query: z.object({
      ...pageQuery,
      application_code: Code.optional()
        .describe('Code of the application, if no header contains it')
        .meta({ resource: 'application_code' }),
    }),
    response: Device,
  }),
  revokeMyDevice: endpoint({
    method: 'DELETE',
    path: '/v1/devices/{device_id}',
    summary: 'Revoke a device of the user',
    description: 'A revoked device stays revoked. It becomes active again when it registers.',
    auth: 'user',
    rate: 'user',
    status: 204,
    params: z.object({ device_id: idOf('device_id', 'Id of the device') }),
    errors: ['device_not_found'],
  }),
});

export const deviceEvents = {
  deviceRegistered: event(
    'device.registered',
    'A device became active: for the first time, or again after it was revoked.',
    z.object({ ...deviceEvent, reason: z.enum(['new', 'again']) }),
  ),
  deviceRevoked: event(
    'device.revoked',
    'A device became inactive.',
    z.object({ ...deviceEvent, reason: DeviceRevocation }),
  ),
} as const;

export const deviceCommands = {
  heartbeatDevice: command(
    'command.identity.devices.heartbeat',
    [
      'A device was seen, for example by an event of its user.',
      'Without another change, it is recorded at most once a minute. An unknown or revoked device stays unchanged.',
    ].join(' '),
    {
      limits: { timeoutMs: 5_000, formerly: 'query.identity.devices.heartbeat' },
      input: z.object({
        application_id: Uuid,
        user_id: Uuid,
        installation_id: Uuid,
        platform: z.string().min(1).max(32),
        app_version: z.string().min(1).max(64).optional(),
        client_ip: z.string().optional(),
        occurred_at: Timestamp,
      }),
      output: z.object({ is_written: z.boolean() }),
    },
  ),
  placeUser: command(
    'command.identity.users.place',
    [
      'A user called from an IP address. Country and city are derived from the address, and so is a missing time zone.',
      'Nothing is written without a change.',
    ].join(' '),
    {
      limits: { timeoutMs: 5_000, formerly: 'query.identity.users.place' },
      input: z.object({ application_id: Uuid, user_id: Uuid, client_ip: z.string() }),
      output: z.object({ is_written: z.boolean() }),
    },
  ),
} as const;
