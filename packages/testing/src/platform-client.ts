import { type Client, platform as contracts, type ServiceName } from '@platform/contracts';

type Contract = (typeof contracts)[ServiceName];
/** All members of a union at once. */
type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Endpoints = Merged<Contract['endpoints']>;

/** Every endpoint of the platform, by its id. */
export const allEndpoints: Endpoints = Object.assign(
  {},
  ...Object.values(contracts).map(({ endpoints }: Contract) => endpoints),
);

/** A typed client of the whole platform. */
export type PlatformClient = Client<Endpoints>;
