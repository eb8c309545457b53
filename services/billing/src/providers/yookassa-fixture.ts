import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentProvider, ShopCredentials } from './payment-provider.ts';
import { yookassa } from './yookassa.ts';

/** The provider under test. */
export type Provider = PaymentProvider & { close(): Promise<void> };
type Draft = Parameters<PaymentProvider['buildPaymentRequest']>[0];

type Options = Parameters<typeof yookassa>[0] & ShopCredentials;

/** One shop on connections of its own. */
export function openYookassa({ shopId, secretKey, ...options }: Options): Provider {
  const client = yookassa(options);
  return { ...client.open({ shopId, secretKey }), close: client.close };
}

/** A payment to create. */
export const draft = (changes: Partial<Draft> = {}): Draft => ({
  payment_id: randomUUID(),
  application_code: 'demo',
  amount: '990.00',
  currency: 'RUB',
  description: 'Pro, 30 days',
  return_url: 'https://app.example/return',
  receipt: null,
  ...changes,
});

/** A server on a free port of the loopback address. */
export const listen = async (handler: (req: IncomingMessage, res: ServerResponse) => void) => {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** Ends a server and its connections. */
export const close = (server: Server) => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
};
