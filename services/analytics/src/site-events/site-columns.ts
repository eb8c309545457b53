const columns = {
  site_id: 'uuid',
  event_id: 'uuid',
  event: 'text',
  visitor_id: 'uuid',
  occurred_at: 'timestamptz',
  received_at: 'timestamptz',
  path: 'text',
  referrer_host: 'text',
  utm_source: 'text',
  utm_medium: 'text',
  utm_campaign: 'text',
  utm_term: 'text',
  utm_content: 'text',
  country_code: 'text',
  properties: 'jsonb',
} as const;

/** Column lists of `site_events` for SQL: `names` for INSERT and SELECT, `types` for `json_to_recordset`. */
export const siteColumns = {
  names: (prefix: string): string =>
    Object.keys(columns)
      .map((name) => prefix + name)
      .join(', '),
  types: Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
};
