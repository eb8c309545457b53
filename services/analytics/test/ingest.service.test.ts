import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type analytics, catalog, type DeviceHeartbeat, identity } from '@platform/contracts';
import { contextHeader, newId } from '@platform/runtime';
import {
  aCountryDatabase,
  anAdmin,
  anApplication,
  aUser,
  eventually,
  type FakeClock,
  fakeClock,
  startService,
  type TestService,
} from '@platform/testing';
import pg from 'pg';
import { analyticsService } from '../src/service.ts';

/** A Wednesday. */
const wednesday = '2026-03-11T12:00:00.000Z';
