import { readFileSync } from 'node:fs';
import type { SnapshotClaims, SnapshotKey, SnapshotRefusal } from '../src/snapshot.ts';

/** Cases that the clients of every language are held to. They stand in `vectors/*.json`. */
export interface Vectors {
  snapshots: {
    seeds: Record<string, string>;
    cases: {
      name: string;
      token: string;
      keys: SnapshotKey[];
      application_code: string;
      user_id: string | null;
      now: string;
      newest: number;
      can_verify: boolean;
      refusal: SnapshotRefusal | null;
      codes: string[];
    }[];
  };
  gate: {
    cases: {
      name: string;
      free: string[];
      held: { source: 'fresh' | 'stored'; age_seconds: number; claims: SnapshotClaims } | null;
      now: string;
      application_code: string;
      user_id: string;
      newest: number;
      codes: string[];
    }[];
  };
  retries: {
    delays: {
      name: string;
      status: number;
      retry_after: number | null;
      attempt: number;
      retries: number;
      random: number;
      delay_ms: number | null;
    }[];
    calls: {
      name: string;
      repeat: 'always' | 'with_key' | 'never';
      idempotency_key?: string;
      retries?: number;
      answers: ('network' | { status: number; error?: string; retry_after?: number })[];
      attempts: number;
      key: 'none' | 'kept' | 'mine';
      refreshes: number;
      error: string | null;
    }[];
  };
  settle: { cases: { name: string; timeout_ms: number; times: number[] }[] };
  persons: { cases: { name: string; token: string | null; person: string }[] };
  'consent-forms': {
    cases: {
      name: string;
      purpose: 'registration' | 'checkout' | 'contact' | 'newsletter';
      published: {
        id: string;
        doc_kind: string;
        version: string;
        title: string;
        public_url: string;
        checkbox_text?: string | null;
      }[];
      documents: { document_id: string; is_required: boolean }[];
      labels?: Record<string, string>;
      ticked?: string[];
      entries: { document_id: string; version: string; checkbox_text: string; accepted: boolean }[] | null;
      missing: string | null;
    }[];
  };
}

export const readVectors = <Name extends keyof Vectors>(name: Name): Vectors[Name] =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));
