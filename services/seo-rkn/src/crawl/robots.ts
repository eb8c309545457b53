import { type CleanParam, normalizePercents } from './url-key.ts';
import { matchesWildcard, stepsOf, type Wildcard, wildcardOf } from './wildcard.ts';

/** A line that does not say what it should. Lines are counted from 1. */
export interface RobotsError {
  line: number;
  code:
    | 'syntax'
    | 'no_user_agent'
    | 'bad_rule'
    | 'rule_too_long'
    | 'rule_too_complex'
    | 'too_many_rules'
    | 'bad_sitemap'
    | 'bad_clean_param'
    | 'too_large';
}

type Fault = RobotsError['code'] | null;

/**
 * Crawlers of engines that answer people with links to their sources, as their owners name them (2026-11): OpenAI,
 * Perplexity, Anthropic, DuckDuckGo, Apple, Yandex. Crawlers that gather texts for training alone are none of them.
 */
export const answerAgents = [
  'OAI-SearchBot',
  'ChatGPT-User',
  'PerplexityBot',
  'Claude-SearchBot',
  'Claude-User',
  'DuckAssistBot',
  'Applebot',
  'YandexAdditional',
] as const;

/** Product tokens that the rules ask for. `*` means robots that no group names. */
export type RobotsAgent = 'AppPlatformBot' | '*' | 'Googlebot' | 'Yandex' | (typeof answerAgents)[number];

export interface Robots {
  /**
   * Whether a robot may fetch a URL: the longest rule that matches decides, Allow among equals. A URL for which the
   * rules take more than {@link maxSteps} steps, a fraction of a millisecond, counts as disallowed.
   */
  isAllowed(agent: RobotsAgent, url: string): boolean;
  /** Absolute addresses of http and https, each once, at most 500. */
  sitemaps: string[];
  cleanParams: CleanParam[];
  /** The body is a web page: the web server answers unknown paths with the start page of an application. */
  html_fallback: boolean;
  /** At most 100. */
  errors: RobotsError[];
}

interface Rule {
  isAllow: boolean;
  /** Octets of the pattern; the longest one that matches decides. */
  length: number;
  pattern: Wildcard;
  isAnchored: boolean;
}

/** RFC 9309 §2.5 asks for at least that. */
const maxBytes = 512_000;
/** No URL that is crawled is longer. */
const maxRuleLength = 2_048;
/** Texts between the asterisks of one rule; real ones have a few. */
const maxParts = 32;
/** Comparisons for one URL: 500 rules that begin with an asterisk, and a path of 200 octets. */
const maxSteps = 100_000;
/** Yandex reads as many. */
const maxRules = 2_048;
const maxSitemaps = 500;
const maxCleanParams = 500;
/** Limit of Yandex for one line. */
const maxCleanParamLength = 500;
const maxErrors = 100;

/** Yandex's main robot obeys a group of its full name before one of the family. */
const tokensOf: Record<RobotsAgent, string[]> = {
  AppPlatformBot: ['appplatformbot', '*'],
  '*': ['*'],
  Googlebot: ['googlebot', '*'],
  Yandex: ['yandexbot', 'yandex', '*'],
  'OAI-SearchBot': ['oai-searchbot', '*'],
  'ChatGPT-User': ['chatgpt-user', '*'],
  PerplexityBot: ['perplexitybot', '*'],
  'Claude-SearchBot': ['claude-searchbot', '*'],
  'Claude-User': ['claude-user', '*'],
  DuckAssistBot: ['duckassistbot', '*'],
  Applebot: ['applebot', '*'],
  YandexAdditional: ['yandexadditionalbot', 'yandexadditional', 'yandex', '*'],
};
/** Groups of other robots are read for their errors and not stored. */
const agentTokens = new Set(Object.values(tokensOf).flat());

/**
 * Reads a robots.txt by RFC 9309, and the lines `Sitemap` and `Clean-param`
 * (yandex.com/support/webmaster/en/robot-workings/clean-param). Own code, because robots-parser 3.0.1 ends
 * a group at a Sitemap line, ignores a group without rules, and compares `%62` and `b` as different octets.
 * Linear in the body.
 * @param body the decoded body of a 200; of more than 500 KiB, the beginning is read
 */
export function readRobots(body: Buffer): Robots {
  const reader = new RobotsReader();
  const text = body
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const lines = text.split(/\r\n|\r|\n/);
  // A rule that is cut would match more than it says.
  if (body.length > maxBytes) {
    lines.pop();
    reader.error(lines.length, 'too_large');
  }
  const html_fallback = /<!doctype|<html/i.test(text.slice(0, 512));
  if (!html_fallback) for (const [index, line] of lines.entries()) reader.read(line, index + 1);
  const { groups, sitemaps, cleanParams, errors } = reader;
  for (const rules of groups.values())
    rules.sort((a, b) => b.length - a.length || Number(b.isAllow) - Number(a.isAllow));
  return {
    isAllowed: (agent, url) => {
      const path = pathOf(url);
      if (path === '/robots.txt') return true;
      const token = tokensOf[agent].find((each) => groups.has(each));
      const rules = token === undefined ? [] : (groups.get(token) ?? []);
      let steps = 0;
      for (const { pattern, isAnchored, isAllow } of rules) {
        steps += stepsOf(pattern, path);
        if (steps > maxSteps) return false;
        if (matchesWildcard(pattern, path, isAnchored)) return isAllow;
      }
      return true;
    },
    sitemaps: [...sitemaps],
    cleanParams,
    html_fallback,
    errors,
  };
}

class RobotsReader {
  /** Rules by product token in lower case; groups of one token are one (RFC 9309 §2.2.1). */
  readonly groups = new Map<string, Rule[]>();
  readonly sitemaps = new Set<string>();
  readonly cleanParams: CleanParam[] = [];
  readonly errors: RobotsError[] = [];
  /** Rules of the group, each list once. */
  #current = new Set<Rule[]>();
  #isInGroup = false;
  #isInRules = false;

  read(line: string, number: number): void {
    const content = (line.split('#', 1)[0] ?? '').trim();
    if (content === '') return;
    const fault = this.#take(content);
    if (fault !== null) this.error(number, fault);
  }

  #take(content: string): Fault {
    const colon = content.indexOf(':');
    if (colon < 1) return 'syntax';
    const value = content.slice(colon + 1).trim();
    switch (content.slice(0, colon).trim().toLowerCase()) {
      case 'user-agent':
        return this.#startGroup(value);
      case 'allow':
        return this.#addRule(true, value);
      case 'disallow':
        return this.#addRule(false, value);
      // Other lines neither start nor end a group (RFC 9309 §2.2.4).
      case 'sitemap':
        return this.#addSitemap(value);
      case 'clean-param':
        return this.#addCleanParam(value);
      default:
        return null;
    }
  }

  error(line: number, code: RobotsError['code']): void {
    if (this.errors.length < maxErrors) this.errors.push({ line, code });
  }

  #startGroup(value: string): Fault {
    if (this.#isInRules) this.#current.clear();
    this.#isInRules = false;
    const token = value.startsWith('*') ? '*' : /^[\w-]+/.exec(value)?.[0].toLowerCase();
    if (token === undefined) return 'syntax';
    this.#isInGroup = true;
    if (!agentTokens.has(token)) return null;
    const rules = this.groups.get(token) ?? [];
    this.groups.set(token, rules);
    this.#current.add(rules);
    return null;
  }

  #addRule(isAllow: boolean, pattern: string): Fault {
    if (!this.#isInGroup) return 'no_user_agent';
    this.#isInRules = true;
    if (pattern === '') return null;
    if (!/^[/*]/.test(pattern)) return 'bad_rule';
    if (pattern.length > maxRuleLength) return 'rule_too_long';
    const rule = ruleOf(isAllow, pattern);
    if (rule.pattern.parts.length > maxParts) return 'rule_too_complex';
    for (const rules of this.#current) {
      if (rules.length >= maxRules) return 'too_many_rules';
      rules.push(rule);
    }
    return null;
  }

  #addSitemap(value: string): Fault {
    const url = URL.parse(value);
    if (!url || !/^https?:\/\//i.test(value)) return 'bad_sitemap';
    if (this.sitemaps.size < maxSitemaps) this.sitemaps.add(url.href);
    return null;
  }

  #addCleanParam(value: string): Fault {
    const [names = '', prefix = '', ...rest] = value.split(/\s+/);
    const params = names.split('&').filter(Boolean).map(normalizePercents);
    const isBad = params.length === 0 || rest.length > 0 || value.length > maxCleanParamLength;
    if (isBad || !/^[\w./*%-]*$/.test(prefix)) return 'bad_clean_param';
    const path = wildcardOf(normalizePercents(prefix));
    if (path.parts.length > maxParts) return 'rule_too_complex';
    if (this.cleanParams.length < maxCleanParams) this.cleanParams.push({ params, path });
    return null;
  }
}

/** Octets as RFC 9309 §2.2.2 compares them. `*` and `$` of a path are encoded, as a rule has to name them. */
const octets = (text: string): string => normalizePercents(encodeUnsafe(text));
/** Encodes what a URL cannot carry as UTF-8. */
const encodeUnsafe = (text: string): string =>
  text.replace(/[^\x21-\x7e]+/gu, (unsafe) => encodeURIComponent(unsafe.toWellFormed()));

function pathOf(address: string): string {
  const url = URL.parse(address, 'http://localhost/');
  return url
    ? octets(url.pathname + url.search)
        .replaceAll('*', '%2A')
        .replaceAll('$', '%24')
    : '/';
}

function ruleOf(isAllow: boolean, pattern: string): Rule {
  const isAnchored = pattern.endsWith('$');
  const text = octets(isAnchored ? pattern.slice(0, -1) : pattern);
  const length = text.length + Number(isAnchored);
  return { isAllow, isAnchored, length, pattern: wildcardOf(text.replaceAll('$', '%24')) };
}
