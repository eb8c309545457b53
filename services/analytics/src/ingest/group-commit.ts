import { AppError } from '@platform/runtime';

export interface GroupCommitOptions<Row> {
  /**
   * Writes all of these rows durably, or none and rejects. Never called with more than `groupRows`, except
   * for one larger write.
   */
  commit(rows: Row[]): Promise<void>;
  /**
   * Whether a failure is one that only some of the rows are to blame for: then each write is tried by itself.
   */
  isFaultOfRows(error: unknown): boolean;
  /** Whether a failure says that no other write can succeed now: then all that wait fail at once. */
  isOutage(error: unknown): boolean;
  /** Memory of a row. */
  sizeOf(row: Row): number;
  /** Limits of queued and in-flight rows together, in rows and bytes. */
  limits: { rows: number; bytes: number };
  /** So many rows go into one transaction. */
  groupRows: number;
  /** So many transactions at once. */
  atOnce: number;
  /**
   * So many requests have to wait, or a full group, before a transaction begins beside one that runs: with
   * fewer it is better to wait for that one. While one half of a crowd is being committed, the other half is
   * read and answered.
   */
  besideWrites: number;
  /**
   * How long a group that follows another waits for the clients that were just answered: they are about to
   * send again, and half of them would go into a small group of its own. A single request is committed at
   * once.
   */
  gatherMs: number;
  /** A transaction that is not answered by then counts as failed; whether it was committed is not known. */
  deadlineMs: number;
  observer: { queued(rows: number): void; refused(): void };
}

export interface GroupCommit<Row> {
  /**
   * Resolves when the rows are committed.
   * @throws AppError `service_unavailable` when there is no room or the database is down, or what the rows
   * themselves are to blame for. Rows that failed with an outage may have been stored: a retry has to give
   * them the same ids.
   */
  write(rows: Row[]): Promise<void>;
  /** Resolves when nothing waits and nothing is being written. */
  drain(): Promise<void>;
}

interface Write<Row> {
  rows: Row[];
  bytes: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Many requests share one commit: what arrives while a transaction runs goes into the next one, so the busier
 * it is, the larger are the groups. Every request waits for its own commit, and there is only so much room to
 * wait in.
 */
export function createGroupCommit<Row>(options: GroupCommitOptions<Row>): GroupCommit<Row> {
  const { limits, groupRows, atOnce, besideWrites, observer } = options;
  const waiting: Write<Row>[] = [];
  const queued = { rows: 0, bytes: 0 };
  let waitingRows = 0;
  let running = 0;
  let isScheduled = false;
  /** Requests of the group that was answered last. */
  let answered = 0;
  let gathering: NodeJS.Timeout | undefined;
  const drained: (() => void)[] = [];

  const release = ({ rows, bytes }: Write<Row>) => {
    queued.rows -= rows.length;
    queued.bytes -= bytes;
    observer.queued(queued.rows);
  };

  const attempt = async (writes: Write<Row>[]): Promise<void> => {
    try {
      await withDeadline(options.commit(writes.flatMap(({ rows }) => rows)), options.deadlineMs);
      for (const write of writes) write.resolve();
    } catch (error) {
      if (writes.length > 1 && options.isFaultOfRows(error)) {
        for (const write of writes) await attempt([write]);
        return;
      }
      for (const write of writes) write.reject(error);
      // They would only wait for the same answer.
      if (options.isOutage(error)) for (const write of takeAll()) finish(write, error);
    }
  };

  const takeAll = (): Write<Row>[] => {
    waitingRows = 0;
    return waiting.splice(0);
  };
  const finish = (write: Write<Row>, error: unknown) => {
    release(write);
    write.reject(error);
  };

  const takeGroup = (): Write<Row>[] => {
    let rows = 0;
    let count = 0;
    for (const write of waiting) {
      if (count > 0 && rows + write.rows.length > groupRows) break;
      rows += write.rows.length;
      count += 1;
    }
    waitingRows -= rows;
    return waiting.splice(0, count);
  };

  const begin = (group: Write<Row>[]) => {
    running += 1;
    void attempt(group).finally(() => {
      for (const write of group) release(write);
      running -= 1;
      answered = group.length;
      gathering = answered > 1 ? setTimeout(pump, options.gatherMs) : undefined;
      schedule();
    });
  };

  const isWorthOne = (): boolean => waiting.length >= besideWrites || waitingRows >= groupRows;

  const pump = () => {
    clearTimeout(gathering);
    gathering = undefined;
    while (waiting.length > 0 && running < atOnce && (running === 0 || isWorthOne())) begin(takeGroup());
    if (running === 0 && waiting.length === 0) for (const resolve of drained.splice(0)) resolve();
  };

  // Rows of the same moment are committed together.
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (gathering === undefined || waiting.length >= answered || isWorthOne()) pump();
    });
  };

  return {
    write(rows) {
      const bytes = rows.reduce((sum, row) => sum + options.sizeOf(row), 0);
      // A single row always has room.
      if (queued.rows > 0 && (queued.rows + rows.length > limits.rows || queued.bytes + bytes > limits.bytes)) {
        observer.refused();
        return Promise.reject(
          new AppError('service_unavailable', {
            message: 'More events arrive than can be stored; send them again later.',
            retryAfterSeconds: 2,
          }),
        );
      }
      queued.rows += rows.length;
      queued.bytes += bytes;
      waitingRows += rows.length;
      observer.queued(queued.rows);
      return new Promise((resolve, reject) => {
        waiting.push({ rows, bytes, resolve, reject });
        schedule();
      });
    },
    drain: () =>
      running === 0 && waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => drained.push(resolve)),
  };
}

/** A server that disappeared without closing its connections leaves them waiting for ever. */
function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          new AppError('service_unavailable', {
            message: 'The database did not answer in time: send the events again.',
          }),
        ),
      ms,
    );
    timer.unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
