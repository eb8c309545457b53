import { billing, identity } from '@platform/contracts';

/** Queries and commands of other services that this one sends. */
export const dependencies = [
  billing.commands.settleOpenPayments,
  billing.queries.findSoldPrices,
  identity.commands.placeUser,
  identity.commands.recognizeCustomers,
  identity.queries.countUsersOfIssuer,
  identity.queries.findUsersBySubject,
  identity.queries.hasUsers,
  identity.queries.userExists,
] as const;

export type Dependencies = typeof dependencies;
