/** Positions of a glob as bits: one word holds 32 of them. */
type PositionSet = Uint32Array;

const has = (positions: PositionSet, at: number): boolean => (((positions[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
const add = (positions: PositionSet, at: number): void => {
  positions[at >>> 5] = (positions[at >>> 5] ?? 0) | (1 << (at & 31));
};

/**
 * Whether a path matches a glob: `*` stands for any characters of one part, `**` for any characters,
 * everything else for itself. All positions of the glob that the path may have reached are followed at once, 32
 * in one step, so the time is at most the product of both lengths over 32, for any glob.
 */
export function matchesGlob(glob: string, path: string): boolean {
  const tokens = glob.match(/\*{2,}|\*|[^*]/gs) ?? [];
  const size = (tokens.length >>> 5) + 1;
  const stars = new Uint32Array(size);
  const deepStars = new Uint32Array(size);
  const none = new Uint32Array(size);
  const literals = new Map<string, PositionSet>();
  tokens.forEach((token, at) => {
    if (token.startsWith('*')) {
      add(stars, at);
      if (token.length > 1) add(deepStars, at);
      return;
    }
    const positions = literals.get(token) ?? new Uint32Array(size);
    add(positions, at);
    literals.set(token, positions);
  });
  const reached = new Uint32Array(size);
  add(reached, 0);
  passStars(reached, stars);
  for (let at = 0; at < path.length; at += 1) {
    const character = path.charAt(at);
    const stay = character === '/' ? deepStars : stars;
    if (!advance(reached, stay, literals.get(character) ?? none)) return false;
    passStars(reached, stars);
  }
  return has(reached, tokens.length);
}

/** Moves each position by a character: a star stays, a literal goes on. False where no position is left. */
function advance(reached: PositionSet, stay: PositionSet, literal: PositionSet): boolean {
  let carry = 0;
  let any = 0;
  for (let at = 0; at < reached.length; at += 1) {
    const positions = reached[at] ?? 0;
    const moved = positions & (literal[at] ?? 0);
    const next = (positions & (stay[at] ?? 0)) | (moved << 1) | carry;
    carry = moved >>> 31;
    reached[at] = next;
    any |= next;
  }
  return any !== 0;
}

/** A star may match nothing, so the position after a reached star is reached too. No two stars follow each other. */
function passStars(reached: PositionSet, stars: PositionSet): void {
  let carry = 0;
  for (let at = 0; at < reached.length; at += 1) {
    const passed = (reached[at] ?? 0) & (stars[at] ?? 0);
    reached[at] = (reached[at] ?? 0) | (passed << 1) | carry;
    carry = passed >>> 31;
  }
}
