// Made by `make clients` from packages/contracts/openapi.json.

/** Version of this client, sent as `X-Platform-Client`. */
export const clientVersion = '0.2.0';

/** Version of the API document that it was made from. */
export const documentVersion = '0.2.0';
