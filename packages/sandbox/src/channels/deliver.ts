/** How a receiver answered a delivery; status 0 when it did not. */
export interface DeliveryAnswer {
  status: number;
  text: string;
}

const timeoutMs = 10_000;

/**
 * Sends what happened to the address of a webhook, as channels do.
 * @param body sent as it is: a signature is about these bytes
 * @param headers by which the channel proves itself
 */
export async function deliver(
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<DeliveryAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'content-type': 'application/json', ...headers },
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}
