import type { Endpoint } from './endpoint.ts';
import type { CommandContract, EventContract, QueryContract } from './messages.ts';

export interface ServiceContract {
  name: string;
  endpoints: Record<string, Endpoint>;
  events: Record<string, EventContract>;
  queries: Record<string, QueryContract>;
  commands: Record<string, CommandContract>;
}

export const service = <const S extends ServiceContract>(contract: S): S => contract;
