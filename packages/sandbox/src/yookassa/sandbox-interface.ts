import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Faults } from './faults.ts';
import type { JournalEntry } from './journal.ts';
import type { Delivery, Payment, Refund, Tampering } from './objects.ts';

/** A shop at the provider. */
export type SandboxShop = {
  shopId: string;
  /** A former secret is refused at once. */
  secretKey: string;
  /** Where its events go; `null` or absent sends none. */
  webhookUrl?: string | null;
};

/**
 * A running YooKassa sandbox. The controls throw `SandboxPaymentError` for an unknown or unfitting payment.
 */
export type YookassaSandbox = {
  /** Expects the mount prefix stripped from `req.url`. */
  handler: (req: IncomingMessage, res: ServerResponse) => void;
  faults: Faults;
  /**
   * Registers another shop, or changes its secret or its notification address, as the cabinet of the provider does. The
   * payments of one shop do not exist for another one.
   */
  setShop(shop: SandboxShop): void;
  /** Charges a pending payment with a test card (the succeeding one by default). */
  pay(id: string, card?: string): Payment;
  /** Cancels a pending payment as a declined card does (`general_decline` by default). */
  decline(id: string, reason?: string): Payment;
  /** Ends a payment as the passing of its time does. */
  expire(id: string): Payment;
  /** Makes the API report other values for a payment than the true ones; `{}` ends the lie. */
  tamper(id: string, tampering: Tampering): Payment;
  /** Posts an event of our own making, once. Resolves to the receiver's status, `null` without an answer. */
  sendWebhook(event: string, object: Record<string, unknown>): Promise<number | null>;
  /** Payments as the API reports them, oldest first. */
  payments(): Payment[];
  refunds(): Refund[];
  journal(): JournalEntry[];
  deliveries(): Delivery[];
  /** Cancels what has expired by the clock. Done every second anyway and before every answer. */
  tick(): void;
  /** Tries every undelivered event now, whatever its schedule says. */
  redeliver(): Promise<void>;
  /** Ticks, releases events held back, and resolves when no delivery is in flight. */
  flush(): Promise<void>;
  /** Ends timers and deliveries and closes the file. Undelivered events stay stored. */
  stop(): Promise<void>;
};
