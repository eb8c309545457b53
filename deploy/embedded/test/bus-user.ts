import { setTimeout as sleep } from 'node:timers/promises';
import { connect, PermissionViolationError } from '@nats-io/transport-node';
import { natsOptions } from '@platform/runtime';

/** A connection to NATS with the rights of one user, without the bus of the runtime in front. */
export interface BusUser {
  publish(subject: string, data: string): void;
  subscribe(subject: string): void;
  /** Refusals of the server, when there are as many as expected or none is added for a while. */
  violations(expected: number): Promise<PermissionViolationError[]>;
  /** Messages that came on any subscription. */
  received(): number;
  close(): Promise<void>;
}

/** @param url with the credentials of the user */
export async function openUser(url: string, name: string): Promise<BusUser> {
  const connection = await connect(natsOptions({ url, name }));
  const violations: PermissionViolationError[] = [];
  let received = 0;
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error' && status.error instanceof PermissionViolationError) violations.push(status.error);
  })();
  return {
    publish: (subject, data) => connection.publish(subject, data),
    subscribe: (subject) =>
      void connection.subscribe(subject, {
        callback: (error) => {
          if (error instanceof PermissionViolationError) violations.push(error);
          else if (error === null) received += 1;
        },
      }),
    async violations(expected) {
      await connection.flush();
      for (let before = -1; violations.length < expected && violations.length > before; await sleep(2_000))
        before = violations.length;
      return violations;
    },
    received: () => received,
    close: () => connection.close(),
  };
}
