// Made by `make clients` from packages/contracts/openapi.json.
// ignore_for_file: lines_longer_than_80_chars

/// Version of this client, sent as `X-Platform-Client`.
const clientVersion = '0.2.0';

/// Version of the API document that it was made from.
const documentVersion = '0.2.0';
