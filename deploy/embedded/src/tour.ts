import type { SampleSites } from './sample-sites.ts';

export interface TourFacts {
  base_url: string;
  admin_email: string;
  /** Null when the password was changed. */
  admin_password: string | null;
  landing_url: string;
  app_url: string;
  sample_sites: SampleSites['urls'];
  metrics_url: string;
  /** Where demo users can still log in; null when it is `base_url`. */
  demo_url: string | null;
  data_dir: string;
  ready_seconds: string;
}

/** The welcome text when the platform is ready; the whole tour is a guide that a test runs. */
export function welcome(facts: TourFacts, colors: boolean): string {
  const paint = (code: number, text: string) => (colors ? `\u001b[${code}m${text}\u001b[0m` : text);
  const bold = (text: string) => paint(1, text);
  const dim = (text: string) => paint(2, text);
  return `
  ${paint(32, '●')} ${bold('The platform is ready')} ${dim(`in ${facts.ready_seconds} s`)}

    API             ${facts.base_url}
    API reference   ${facts.base_url}/docs
    Guides          ${facts.base_url}/docs/guides
    Demo app        ${facts.app_url}
    Demo landing    ${facts.landing_url}
    Sample sites    ${facts.sample_sites.defects} with every defect, ${facts.sample_sites.clean} without, ${facts.sample_sites.hostile} hostile
    Personal data   ${facts.sample_sites.rkn_defects} breaks each rule about it, ${facts.sample_sites.rkn_clean} none
    Administrator   for the API: ${facts.admin_email} / ${facts.admin_password ?? 'your own password'}${
      facts.admin_password === null ? dim('  (lost? RESET_ADMIN=1 make start)') : ''
    }
    Mail            ${facts.base_url}/sandbox/mail/
    Channels        ${facts.base_url}/sandbox/channels/ with the posts of each
    Metrics         ${facts.metrics_url}
${facts.demo_url === null ? '' : `    Demo users      known on ${facts.demo_url} only; RESET_ADMIN=1 make start brings them here\n`}    Everything else ${facts.data_dir}/demo.json

  ${bold('Buy something')} in the demo app, or ${dim('in a second terminal, in this folder:')}

    ${dim('# helpers: read a value of demo.json, and a value of a JSON answer')}
    demo() { node -p "require('./${facts.data_dir}/demo.json').$1"; }
    json() { node -p "JSON.parse(require('fs').readFileSync(0)).$1"; }

    ${dim('# the paywall of the demo application')}
    curl -s "$(demo base_url)/v1/applications/demo/paywalls/main" -H "X-Public-Key: $(demo public_key)"

    ${dim('# a token of a demo user')}
    curl -s "$(demo idp.token_url)" -d client_id="$(demo idp.client_id)" -d client_secret="$(demo idp.client_secret)" -d username=anna | json access_token

  The tour, from a purchase to an audit: ${facts.base_url}/docs/guides/tour
  ${dim('Ctrl-C stops everything; your data stays.')}
`;
}
