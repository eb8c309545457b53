import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';
import { checkSync } from 'recheck';

/** A family of strings: the prefix, the pump as often as the size allows, the suffix. */
export interface Pumped {
  prefix: string;
  pump: string;
  suffix: string;
}

/** Characters that stand for a class: letters of both alphabets, digits, white space, signs, a control character. */
const alphabet = [...'aZя0 \t\n-_.,;:/\\\'"`()[]{}<>=+*&%@#!?|~^$₽«“•–…\u0001'];
/** Neither a letter nor a sign that patterns name. */
const mismatches = ['\u0001', '!', 'a', '\n', ''];
const longestRun = 40;

const matches = (node: AST.Node, flags: string, character: string): boolean =>
  new RegExp(`^(?:${node.raw})$`, flags.replace(/[gyd]/g, '')).test(character);

/** A string that a node matches, as far as back-references and look-arounds do not forbid it. */
function sampleOf(node: AST.Node, flags: string): string {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return alphabet.find((character) => matches(node, flags, character)) ?? 'a';
    case 'Quantifier':
      return sampleOf(node.element, flags).repeat(Math.min(longestRun, Math.max(1, node.min)));
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives[0] ? sampleOf(node.alternatives[0], flags) : '';
    case 'Alternative':
      return node.elements.map((element) => sampleOf(element, flags)).join('');
    case 'Backreference':
      return 'a';
    default:
      return '';
  }
}

/** Each character that a node matches, one of a kind. */
function charactersOf(node: AST.Node, flags: string): string[] {
  if (node.type === 'Character') return [String.fromCodePoint(node.value)];
  if (node.type !== 'CharacterSet' && node.type !== 'CharacterClass') return [];
  return alphabet.filter((character) => matches(node, flags, character)).slice(0, 8);
}

interface Part {
  node: AST.Node;
  /** What stands before it, so that a match gets there. */
  before: string;
}

/** Every node with a string that leads to it. */
function partsOf(node: AST.Node, flags: string, before: string): Part[] {
  const own = { node, before };
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
    case 'Assertion':
      if (!('alternatives' in node)) return [own];
      return [own, ...node.alternatives.flatMap((each) => partsOf(each, flags, before))];
    case 'Alternative': {
      const parts: Part[] = [own];
      let lead = before;
      for (const element of node.elements) {
        parts.push(...partsOf(element, flags, lead));
        lead += sampleOf(element, flags);
      }
      return parts;
    }
    case 'Quantifier':
      return [own, ...partsOf(node.element, flags, before)];
    default:
      return [own];
  }
}

/** What the analyser proposes as an attack, split at its pumps. */
function attackOf(source: string, flags: string, timeout: number): Pumped[] {
  process.env.RECHECK_BACKEND = 'pure';
  const result = checkSync(source, flags.replace(/[gyd]/g, ''), { timeout });
  if (result.status !== 'vulnerable') return [];
  return result.attack.pumps.map(({ prefix, pump }) => ({ prefix, pump, suffix: result.attack.suffix }));
}

/**
 * Strings that may make a pattern slow: the attack of the analyser; each literal, class, alternative and repetition,
 * repeated alone and behind what leads to it, with an end that fails.
 * @param timeout milliseconds for the analyser
 */
export function adversarialStrings(source: string, flags: string, timeout: number): Pumped[] {
  const { pattern } = parseRegExpLiteral(new RegExp(source, flags));
  const found = new Map<string, Pumped>();
  const add = (prefix: string, pump: string): void => {
    if (pump === '') return;
    for (const suffix of mismatches) found.set(JSON.stringify([prefix, pump, suffix]), { prefix, pump, suffix });
  };
  for (const attack of attackOf(source, flags, timeout)) found.set(JSON.stringify(attack), attack);
  for (const { node, before } of partsOf(pattern, flags, '')) {
    const sample = sampleOf(node, flags);
    for (const character of charactersOf(node, flags)) add('', character);
    add('', sample);
    if (node.type !== 'Quantifier' && node.type !== 'Alternative') continue;
    add(before, sample);
    add('', before + sample);
    add('', before + sample.repeat(Math.max(1, Math.floor(longestRun / Math.max(1, sample.length)))));
    for (const character of charactersOf(node.type === 'Quantifier' ? node.element : node, flags)) {
      add(before, character);
      add('', before + character.repeat(longestRun));
    }
  }
  return [...found.values()];
}

/** A string of the family, of `size` characters. */
export const textOf = ({ prefix, pump, suffix }: Pumped, size: number): string =>
  (prefix + pump.repeat(Math.ceil(Math.max(0, size - prefix.length - suffix.length) / pump.length)))
    .slice(0, Math.max(0, size - suffix.length))
    .concat(suffix);
