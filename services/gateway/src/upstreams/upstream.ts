import type { RoutedCall } from '@platform/runtime';

/**
 * A service behind the gateway. A service in another process gets none of the caller's credentials, neither
 * in headers nor in the address. A service in this process gets the original request, credentials included:
 * removing them would cost time and would not protect them from code in the same memory. A service trusts
 * only the context.
 */
export interface Upstream {
  handle(call: RoutedCall): Promise<void> | void;
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}
