/**
 * Inputs made to be slow, by the name of their row. Each takes a size in bytes and returns an input of about that size.
 * A program can send them to a running platform.
 */
const repeated = (part: string, size: number): string => part.repeat(Math.max(1, Math.floor(size / part.length)));
const svgOf = (content: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;

export const attacks = {
  svg_classes: (size: number) =>
    svgOf(
      `<style>${repeated(`${'.b'.repeat(100)}{fill:url(#g)}`, size / 2)}</style><g id="g"/>` +
        repeated(`<g class="${'a '.repeat(148)}b"/>`, size / 2),
    ),
  svg_white_space: (size: number) => svgOf(`<style>a,${' '.repeat(size)}!{fill:red}</style>`),
  svg_elements: (size: number) => svgOf(repeated('<path d="M0 0h10v10z" fill="red"/>', Math.min(size, 640_000))),
  svg_document_types: (size: number) => repeated('<!DOCTYPE[>', size),
  robots_rules: (size: number) => `User-agent: *\n${repeated(`Disallow: /${'*aaaaaaaaab'.repeat(30)}\n`, size)}`,
  robots_names: (size: number) =>
    `${Array.from({ length: size / 32 }, (_, at) => `User-agent: a${at}`).join('\n')}\n${repeated('Allow: /a\n', size / 2)}`,
  clean_param: (size: number) => repeated(`Clean-param: zz /*${'a*'.repeat(20)}b\n`, size),
  requisites: (size: number, page = 0) => {
    const count = Math.floor(size / 15);
    return Array.from({ length: count }, (_, at) => `ИНН ${7_700_000_000 + page * count + at}`).join(' ');
  },
  banner_style: (size: number) => {
    const gap = ' '.repeat(size / 3);
    return `<p style="color:rgb(1${gap}1${gap}1${gap}x">Sale</p>`;
  },
  banner_elements: (size: number) => repeated('<p onclick="a()" style="color:red">Sale</p>', size),
  markdown_footnotes: (size: number) => repeated('^[a]', size),
  config_value: (size: number) => repeated('a+', size),
  config_tokens: (size: number) => repeated('eyJaaaaaaaa-', size),
  feed_entries: (size: number) =>
    `<rss><channel>${repeated(`<item><title>${'a'.repeat(10_000)}</title></item>`, size)}`,
  keyword_file: (size: number) => `query,clicks\n${repeated('word,1\n', size)}`,
  psi_audits: (size: number) => {
    const audits = Array.from(
      { length: size / 60 },
      (_, at) => `"a${at}":{"metricSavings":{"LCP":${at},"FCP":1,"TBT":2}}`,
    );
    return `{"lighthouseResult":{"categories":{"performance":{"score":1}},"audits":{${audits.join(',')}}}}`;
  },
  keyword_rows: (size: number) =>
    `[${Array.from({ length: size / 90 }, (_, at) => `{"query":"  word   ${at} ","url":"https://a.test/${at}","clicks":1,"impressions":1,"position":1}`).join(',')}]`,
  sitemap: (size: number) =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${repeated('<url><loc>https://a.test/a</loc></url>', size)}</urlset>`,
  json_depth: (size: number) => '['.repeat(size),
  user_agent: (size: number) => repeated('Mozilla/5.0 (', size),
  password: (size: number) => repeated('p4ssw0rd', size),
  search_query: (size: number) => repeated('a:* & ', size),
  mail_address: (size: number) => `a@${repeated('a-', size)}.`,
  token: (size: number) => repeated('a.', size),
  etags: (size: number) => repeated('W/"a",', size),
  byte_ranges: (size: number) => `bytes=${repeated('0-1,', size)}`,
  path_glob: (size: number) => `/${repeated('*a', size)}b`,
  version_range: (size: number) => repeated('1.0.0 || ', size),
  form_head: (size: number) => `--b\r\nContent-Disposition: form-data; filename="${repeated('\\"', size)}`,
  model_links: (size: number) => repeated('![a](\t', size),
  model_tags: (size: number) => repeated('<', size),
  model_fence: (size: number) => `\`\`\`${'\n'.repeat(size)}a`,
  post_numbers: (size: number) => repeated('1 234 ', size),
  body_pictures: (size: number) => repeated('![](', size),
} satisfies Record<string, (size: number) => string>;

export type AttackName = keyof typeof attacks;
