/** Options of a call that publishes the draft of a legal document as it was read or saved. */
export const publicationOf = ({ lock_version }: { lock_version: number }) => ({
  body: {},
  headers: { 'if-match': `"${lock_version}"` },
});
