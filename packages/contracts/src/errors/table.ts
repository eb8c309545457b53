/** HTTP status and message of each code. */
export type ErrorTable = Record<string, readonly [status: number, description: string]>;
