import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { diskStore } from './disk.ts';
import type { FileStore } from './file-store.ts';
import { s3Store } from './s3.ts';

export type StoreLocation =
  | { kind: 'disk'; folder: string }
  | { kind: 's3'; endpoint: string; bucket: string; prefix: string; region: string };

/** Environment variables of a service that stores files. */
export const storageConfig = {
  STORAGE_URL: z
    .string()
    .transform((text, context): StoreLocation => {
      const location = locationOf(text);
      if (location) return location;
      context.addIssue({
        code: 'custom',
        message: 'has to be file:///folder or s3://bucket/prefix?endpoint=https://…&region=…',
      });
      return z.NEVER;
    })
    .describe(
      'Storage of uploaded files: `file:///folder`, shared by all replicas, or `s3://bucket/prefix?endpoint=https://…&region=…`',
    ),
  STORAGE_ACCESS_KEY_ID: z.string().optional().describe('Access key of the bucket'),
  STORAGE_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of the access key'),
  AWS_ROLE_ARN: z
    .string()
    .optional()
    .describe(
      'Role that signs calls of the bucket instead of an access key; a workload identity of the cluster sets it',
    ),
  AWS_WEB_IDENTITY_TOKEN_FILE: z.string().optional().describe('File with the token of the cluster for AWS_ROLE_ARN'),
  AWS_ENDPOINT_URL_STS: z
    .url()
    .optional()
    .describe('Token service for AWS_ROLE_ARN; that of AWS in the region when absent'),
};

export interface StorageConfig {
  STORAGE_URL: StoreLocation;
  STORAGE_ACCESS_KEY_ID?: string | undefined;
  STORAGE_SECRET_ACCESS_KEY?: string | undefined;
  AWS_ROLE_ARN?: string | undefined;
  AWS_WEB_IDENTITY_TOKEN_FILE?: string | undefined;
  AWS_ENDPOINT_URL_STS?: string | undefined;
}

function locationOf(text: string): StoreLocation | null {
  const url = URL.parse(text);
  if (url?.protocol === 'file:') {
    const isFolder = url.host === '' && url.search === '' && url.hash === '' && url.pathname !== '/';
    return isFolder ? { kind: 'disk', folder: fileURLToPath(url) } : null;
  }
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return null;
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = URL.parse(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  const isRight =
    (endpoint?.protocol === 'https:' || endpoint?.protocol === 'http:') &&
    /^[a-z0-9-]+$/.test(region) &&
    /^[\w/-]*$/.test(prefix);
  if (!isRight) return null;
  return { kind: 's3', endpoint: endpoint.origin, bucket: url.hostname, prefix, region };
}

/**
 * The file store of a service. A bucket has an access key, or the role of a workload identity.
 * @throws ConfigError when a bucket has neither
 */
export function openFileStore(service: string, config: StorageConfig): FileStore {
  const { STORAGE_URL: location, STORAGE_ACCESS_KEY_ID: accessKeyId } = config;
  if (location.kind === 'disk') return diskStore(location.folder);
  const secretAccessKey = config.STORAGE_SECRET_ACCESS_KEY;
  const { AWS_ROLE_ARN: roleArn, AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile } = config;
  if (accessKeyId === undefined && secretAccessKey === undefined && roleArn !== undefined && tokenFile !== undefined) {
    const endpoint = config.AWS_ENDPOINT_URL_STS ?? `https://sts.${location.region}.amazonaws.com`;
    return s3Store({ ...location, identity: { roleArn, tokenFile, endpoint } });
  }
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError(service, [
      '`STORAGE_ACCESS_KEY_ID` and `STORAGE_SECRET_ACCESS_KEY` are both needed for the bucket of `STORAGE_URL`, or a workload identity with `AWS_ROLE_ARN` and `AWS_WEB_IDENTITY_TOKEN_FILE`.',
    ]);
  return s3Store({ ...location, accessKeyId, secretAccessKey });
}
