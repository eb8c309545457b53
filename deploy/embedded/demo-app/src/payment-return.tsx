import type { Outcome } from '@platform/client';
import { usePlatform } from '@platform/client/react';
import { useEffect, useState } from 'react';
import { announce } from './announcement.tsx';
import { Failure } from './failure.tsx';

/**
 * The outcome of a payment that was started, after the return from the payment page or a reload: the payment
 * is stored by the client, so nothing of it is in the address.
 */
export function PaymentReturn({ attempt, onRetry }: { attempt: number; onRetry: () => void }) {
  const client = usePlatform();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isSlow, setSlow] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    setOutcome(null);
    setError(null);
    // Without an open payment the answer is there at once, and nothing flickers.
    const waiting = setTimeout(() => setSlow(true), 300);
    client.checkout
      .settle({ signal })
      .then(
        (outcome) => {
          if (signal.aborted) return;
          if (outcome.status === 'succeeded') announce('Paid. Thank you! Your plan is active.');
          setOutcome(outcome);
        },
        (problem: unknown) => !signal.aborted && setError(problem),
      )
      .finally(() => {
        clearTimeout(waiting);
        if (!signal.aborted) setSlow(false);
      });
    return () => {
      clearTimeout(waiting);
      asking.abort();
    };
  }, [client, attempt]);

  if (error) return <Failure error={error} retry={onRetry} />;
  if (isSlow)
    return (
      <p className="notice" role="status">
        Waiting for the outcome of your payment…
      </p>
    );
  if (outcome?.status === 'canceled')
    return (
      <p className="notice" role="alert">
        The payment was not made: {reasons[outcome.status_reason ?? ''] ?? 'it was canceled'}. You can try again below.
      </p>
    );
  if (outcome?.status === 'pending')
    return (
      <div className="notice">
        <p>The payment has no outcome yet. It may still come.</p>
        <button type="button" onClick={onRetry}>
          Ask again
        </button>
      </div>
    );
  return null;
}

/** Reasons of the payment provider that a person can act on. */
const reasons: Record<string, string> = {
  insufficient_funds: 'there is not enough money on the card',
  '3d_secure_failed': 'the bank did not confirm it',
  general_decline: 'the bank declined it',
  card_expired: 'the card has expired',
  expired_on_confirmation: 'it was not paid in time',
  paid_twice: 'you have paid it already, and this money goes back',
};
