/** Common parts of admin endpoints: reads, writes, and creating writes. */
export const admin = { auth: 'admin', rate: 'admin' } as const;
export const adminWrites = { auth: 'admin', role: 'admin', rate: 'admin' } as const;
export const creates = { ...adminWrites, status: 201, idempotent: true } as const;
