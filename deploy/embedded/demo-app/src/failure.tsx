import { isPlatformError, type PlatformError } from '@platform/client';

/** What a person can do about each refusal. A code that is not here shows the message of the platform. */
const texts: Record<string, string> = {
  network_error: 'There is no connection to the platform. Check the network and try again.',
  timeout: 'The platform takes too long to answer. Try again in a moment.',
  service_unavailable: 'The platform has a pause. Try again in a moment.',
  internal_error: 'Something failed on the platform. Try again in a moment.',
  upstream_timeout: 'The platform takes too long to answer. Try again in a moment.',
  token_expired: 'Your sign-in is over. Please sign in again.',
  invalid_token: 'The platform does not accept this sign-in. Please sign in again.',
  consents_required: 'Please accept the required documents.',
  consent_version_mismatch: 'A document has changed meanwhile. Please read the new version and accept it.',
  consent_document_unknown: 'A document has changed meanwhile. Please read the new version and accept it.',
  license_offer_required: 'Please accept the offer.',
  already_owned: 'You own this already, for life.',
  payments_disabled: 'Payments are switched off at the moment.',
  plan_price_unavailable: 'This price is no longer on sale. Reload the page for the present ones.',
  provider_error: 'The payment provider does not answer. No money has moved. Try again in a moment.',
  paywall_not_found: 'Nothing is on sale at the moment.',
  license_key_invalid: 'There is no such license key. Compare it with the one that you were given.',
  license_key_exhausted: 'This license key was used as often as it may be.',
  license_key_expired: 'The time of this license key is over.',
  license_key_revoked: 'This license key was withdrawn.',
  device_limit_reached: 'You use as many devices as your plan allows. Remove one of them first.',
  ticket_closed: 'This conversation was closed some time ago. Please start a new one.',
};

function textOf(error: PlatformError): string {
  if (error.code === 'rate_limited') return `Too many attempts. Try again in ${error.retry_after ?? 60} seconds.`;
  return texts[error.code] ?? error.message;
}

/** An error beside the thing that failed; nothing without one. Assistive technology reads it out at once. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  if (!error) return null;
  const isRefusal = isPlatformError(error) && error.status > 0;
  return (
    <div className="failure" role="alert">
      <p>
        {isPlatformError(error) ? textOf(error) : `That did not work: ${error instanceof Error ? error.message : ''}`}
      </p>
      {isRefusal && (
        <p className="small">
          Reference for support: <code>{error.request_id}</code>
        </p>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
