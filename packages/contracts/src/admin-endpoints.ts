/** What endpoints of administrators have in common: reads, writes, and writes that make something. */
export const admin = { auth: 'admin', rate: 'admin' } as const;
export const adminWrites = { auth: 'admin', role: 'admin', rate: 'admin' } as const;
export const creates = { ...adminWrites, status: 201, idempotent: true } as const;
