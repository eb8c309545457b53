/**
 * Whether a path matches a glob: `*` stands for any characters of one part, `**` for any characters,
 * everything else for itself. All places of the glob that the path may have reached are followed at once, so
 * the time is at most the product of both lengths, for any glob. Pure.
 */
export function matchesGlob(glob: string, path: string): boolean {
  const tokens = glob.match(/\*{2,}|\*|[^*]/gs) ?? [];
  let reached = beyondStars(tokens, new Set([0]));
  for (const character of path.match(/./gs) ?? []) {
    const next = new Set<number>();
    for (const at of reached) {
      const token = tokens[at];
      if (token?.startsWith('*')) {
        if (token.length > 1 || character !== '/') next.add(at);
      } else if (token === character) next.add(at + 1);
    }
    if (next.size === 0) return false;
    reached = beyondStars(tokens, next);
  }
  return reached.has(tokens.length);
}

/** A star may match nothing, so the positions after a reached star are reached too. */
function beyondStars(tokens: readonly string[], reached: Set<number>): Set<number> {
  // Places that are added while the set is walked are walked as well.
  for (const at of reached) if (tokens[at]?.startsWith('*')) reached.add(at + 1);
  return reached;
}
