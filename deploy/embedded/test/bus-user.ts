import { connect, type PermissionViolationError, PermissionViolationError as Violation } from '@nats-io/transport-node';
import { natsOptions } from '@platform/runtime';

/** A connection to NATS with the rights of one user, without the bus of the runtime in front. */
export interface BusUser {
  publish(subject: string, data: string): void;
  subscribe(subject: string): void;
  /** Refusals of the server so far, after everything that was sent has reached it. */
  violations(): Promise<PermissionViolationError[]>;
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
      if (status.type === 'error' && status.error instanceof Violation) violations.push(status.error);
  })();
  return {
    publish: (subject, data) => connection.publish(subject, data),
    subscribe: (subject) =>
      void connection.subscribe(subject, {
        callback: (error) => {
          if (error === null) received += 1;
        },
      }),
    async violations() {
      await connection.flush();
      return violations;
    },
    received: () => received,
    close: () => connection.close(),
  };
}
