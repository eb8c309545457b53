import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../http/body.ts';
import type { SandboxShop } from './sandbox-interface.ts';

const fileOf = (dataDir: string): string => join(dataDir, 'yookassa-shops.json');

/** The shops that were registered in an earlier run. */
export function readShops(dataDir: string | undefined): SandboxShop[] {
  if (dataDir === undefined || !existsSync(fileOf(dataDir))) return [];
  const shops = parseJson(readFileSync(fileOf(dataDir), 'utf8'));
  return Array.isArray(shops) ? (shops as SandboxShop[]) : [];
}

/** Stores the registered shops for the next run. */
export function writeShops(dataDir: string | undefined, shops: readonly SandboxShop[]): void {
  if (dataDir === undefined) return;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileOf(dataDir), JSON.stringify(shops), { mode: 0o600 });
}
