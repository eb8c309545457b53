import { createHash } from 'node:crypto';
import type { Answer } from './answer.ts';

/** The languages the sandbox pages speak. */
export type PageLanguage = 'ru' | 'en';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Escapes text for HTML content and for quoted attribute values.
 * @param text any text
 */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/**
 * Chooses the page language from `Accept-Language`: the first of Russian and English by weight, English when
 * neither is named.
 * @param header the header's value
 */
export function preferredLanguage(header: string | undefined): PageLanguage {
  const ranked = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean);
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ language, weight }) => (language === 'ru' || language === 'en') && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return ranked[0]?.language === 'ru' ? 'ru' : 'en';
}

const STYLE = `
:root{color-scheme:light dark;--page:#f3f4f7;--card:#fff;--text:#16181d;--muted:#646a76;--line:#dfe2e8;--accent:#2455d6;--on-accent:#fff;--soft:#f3f4f7;--good:#157347;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--page:#101216;--card:#191c22;--text:#eceef2;--muted:#9aa1ae;--line:#2e333d;--accent:#7aa2ff;--on-accent:#0b1020;--soft:#22262e;--good:#5fd39a;--bad:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--page);color:var(--text);font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
main{width:100%;max-width:420px;background:var(--card);border:1px solid var(--line);border-radius:16px;padding:28px 24px;box-shadow:0 8px 30px rgba(16,18,22,.07)}
header{display:flex;justify-content:space-between;align-items:center;gap:12px;color:var(--muted);font-size:14px}
.badge{border:1px solid var(--line);border-radius:999px;padding:2px 10px;font-size:12px;white-space:nowrap}
h1{font-size:34px;line-height:1.15;letter-spacing:-.02em;margin:20px 0 4px;font-variant-numeric:tabular-nums}
h1.words{font-size:24px}
h2{font-size:13px;font-weight:600;color:var(--muted);margin:22px 0 8px}
p{margin:0 0 8px;overflow-wrap:anywhere}
.muted{color:var(--muted);font-size:14px}
.notice{border-radius:10px;background:var(--soft);padding:10px 12px;font-size:14px;margin:14px 0}
.bad{color:var(--bad)}.good{color:var(--good)}
form{margin:16px 0 0}
button,.button{display:flex;width:100%;justify-content:space-between;align-items:center;gap:12px;font:inherit;color:var(--text);background:var(--card);border:1px solid var(--line);border-radius:10px;padding:11px 14px;margin:0 0 8px;cursor:pointer;text-align:left;text-decoration:none}
button:hover,.button:hover{background:var(--soft)}
button:focus-visible,.button:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600;justify-content:center}
button.primary:hover,.button.primary:hover{background:var(--accent);filter:brightness(1.08)}
.split.primary{justify-content:space-between}
.digits{font-variant-numeric:tabular-nums;color:var(--muted);font-size:13px;white-space:nowrap}
.primary .digits{color:inherit;font-weight:400;opacity:.85}
label{font:inherit}
.row{display:flex;gap:8px}.row button{width:auto;margin:0}
input{flex:1;width:100%;min-width:0;font:inherit;font-variant-numeric:tabular-nums;color:var(--text);background:var(--card);border:1px solid var(--line);border-radius:10px;padding:11px 12px}
.stack input{margin:0 0 12px}
footer{margin-top:20px;padding-top:14px;border-top:1px solid var(--line);color:var(--muted);font-size:13px}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A page of a sandbox. */
export interface SandboxPage {
  /** HTTP status. */
  status: number;
  language: PageLanguage;
  /** Text of the title, not yet escaped. */
  title: string;
  /** HTML of the `main` element, escaped by the caller. */
  content: string;
  /**
   * Address the form's answer redirects to; its scheme is admitted too (an application's own, for example).
   */
  formTarget?: string | undefined;
}

/**
 * Renders one sandbox page: no script, no external asset, only the one style whose hash the policy names.
 * `form-action` admits any web address because browsers apply it to the redirect that follows the form's POST
 * as well.
 */
export function pageAnswer({ status, language, title, content, formTarget }: SandboxPage): Answer {
  const scheme = formTarget === undefined ? undefined : URL.parse(formTarget)?.protocol;
  const schemes = [...new Set(["'self'", 'http:', 'https:', ...(scheme === undefined ? [] : [scheme])])].join(' ');
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-language',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${schemes}; base-uri 'none'; frame-ancestors 'none'`,
    },
    body: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`,
  };
}
