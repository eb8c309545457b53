import { analytics } from '@platform/contracts';
import { AppError, databaseError, isDatabaseDown, isRetryableConflict } from '@platform/runtime';
import type { App } from '../app.ts';
import { createDeviceSigns } from './device-signs.ts';
import { createEventNames } from './event-names.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { createIngestCounts } from './ingest-counts.ts';
import type { EventRow, Ingest } from './ingest-state.ts';
import { createNameCounts } from './name-counts.ts';
import { createNewNameLimits } from './new-name-limits.ts';
import { storeEvents } from './store-events.ts';
import { countRows } from './stored-rows.ts';

/** Memory of the strings of a row and its position in the queue, beside its JSON. */
const rowOverheadBytes = 400;

export function createIngest(app: Omit<App, 'ingest' | 'siteIngest'>): Ingest {
  const { metrics } = app;
  const counts = createIngestCounts(app);
  const devices = createDeviceSigns(app);
  const names = createEventNames(app, createNewNameLimits(app.kv, app.settings));
  const nameCounts = createNameCounts(app);
  const { eventNamesChanged } = analytics.events;
  const events = createWriter<EventRow>(app, {
    async commit(rows) {
      const stored = await storeEvents(app, rows);
      metrics.ingestGroupRows.observe(rows.length);
      countRows({ counts, nameCounts }, ({ application_id }) => application_id, { sent: rows, stored });
    },
    lengthOf: ({ json, site }) => json.length + (site?.length ?? 0),
    queued: (rows) => metrics.ingestQueueRows.set({ queue: 'applications' }, rows),
  });
  return {
    events,
    counts,
    devices,
    names,
    nameCounts,
    observers: [
      {
        type: eventNamesChanged.type,
        observe: ({ data }) => names.forget(eventNamesChanged.data.parse(data).owner_id),
      },
    ],
    async stop() {
      await events.drain();
      await devices.stop();
      await counts.stop();
      await nameCounts.stop();
    },
  };
}

/** Writes rows of any kind in groups, within the limits of the configuration. */
export function createWriter<Row>(
  { settings, metrics }: Pick<App, 'settings' | 'metrics'>,
  rows: {
    commit(rows: Row[]): Promise<void>;
    /** Characters of its JSON. */
    lengthOf(row: Row): number;
    queued(rows: number): void;
  },
): GroupCommit<Row> {
  return createGroupCommit<Row>({
    commit: (group) => rows.commit(group).catch(rethrow),
    // A value that PostgreSQL refuses, a row that is against a rule, a program limit.
    isFaultOfRows: (error) => /^(22|23|54)/.test(databaseError(error)?.code ?? ''),
    isOutage: isDatabaseDown,
    sizeOf: (row) => rows.lengthOf(row) * 2 + rowOverheadBytes,
    limits: { rows: settings.INGEST_QUEUE_ROWS, bytes: settings.INGEST_QUEUE_MIB * 1_048_576 },
    groupRows: 2_000,
    atOnce: 2,
    besideWrites: 100,
    gatherMs: 2,
    deadlineMs: 12_000,
    observer: { queued: rows.queued, refused: () => metrics.ingestRefused.inc() },
  });
}

/** A transient failure reaches the client as such, with what to do. */
function rethrow(error: unknown): never {
  if (!isDatabaseDown(error) && !isRetryableConflict(error)) throw error;
  throw new AppError('service_unavailable', {
    message: 'The events could not be stored now; send them again with the same event ids.',
    cause: error,
  });
}
