/**
 * Version of the platform and of its documentation: `info.version` of the API document. A change of what clients may
 * call bumps it together with the versions of the clients.
 */
export const documentVersion = '0.2.0';
