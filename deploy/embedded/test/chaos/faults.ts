import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';

/** Something that runs and can be broken. */
export interface Breakable {
  name: string;
  kill(): Promise<void>;
  /** Resolves when it serves again. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
  /** A stop as a release does it, where that differs from a kill. */
  replace?(): Promise<void>;
}

/** A fault that something has of its own accord, for example lost notifications. */
export interface Misbehaviour {
  name: string;
  begin(): Promise<void>;
  end(): Promise<void>;
}

export interface FaultLog {
  say(text: string): void;
  counts: Map<string, number>;
  /**
   * When the last fault was over: killed processes were started, paused ones resumed. From then on the
   * platform has to recover.
   */
  lastEndedAt: number;
}

/** Injects one fault after the other until the signal aborts; a started fault is always ended. */
export async function breakThings(
  targets: readonly Breakable[],
  {
    misbehaviours,
    random,
    log,
    signal,
  }: { misbehaviours: readonly Misbehaviour[]; random: Random; log: FaultLog; signal: AbortSignal },
): Promise<void> {
  const over = () => {
    log.lastEndedAt = Date.now();
  };
  const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  // Everything has its turn, in an order of chance, before anything has a second.
  let round: (() => Promise<void>)[] = [];
  const faults: (() => Promise<void>)[] = [
    ...targets.flatMap((target) => [
      async () => {
        const ms = random.between(200, 3_000);
        log.say(`kill    ${target.name}, again after ${Math.round(ms)} ms`);
        await target.kill();
        await wait(ms);
        over();
        await target.start();
      },
      async () => {
        const ms = random.between(500, 4_000);
        log.say(`pause   ${target.name} for ${Math.round(ms)} ms`);
        target.pause();
        await wait(ms);
        over();
        target.resume();
      },
      ...(target.replace
        ? [
            async () => {
              log.say(`restart ${target.name}`);
              over();
              await target.replace?.();
            },
          ]
        : []),
    ]),
    ...misbehaviours.map((misbehaviour) => async () => {
      const ms = random.between(2_000, 6_000);
      log.say(`fault   ${misbehaviour.name} for ${Math.round(ms)} ms`);
      await misbehaviour.begin();
      await wait(ms);
      over();
      await misbehaviour.end();
    }),
  ];
  while (!signal.aborted) {
    if (round.length === 0) round = [...faults];
    const [fault] = round.splice(Math.floor(random.next() * round.length), 1);
    await fault?.();
    await wait(random.between(300, 2_000));
  }
}
