/** The reference of the records of a lead in the consent ledger. */
export const ledgerReference = ({ id }: { id: string }): string => `lead:${id}`;
