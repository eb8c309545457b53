/** Where the application finds the platform and its identity provider. */
export interface Settings {
  api_url: string;
  application_code: string;
  /** `svc_pub_…`: it may be in every browser. */
  public_key: string;
  identity_provider: { authority: string; client_id: string };
  /** Keys that sign entitlement snapshots, pinned: a proxy before the platform cannot forge one. */
  snapshot_keys: { kid: string; x: string }[];
}

/**
 * The settings of this deployment: one build of the page serves all.
 * @throws Error when they cannot be read
 */
export async function readSettings(): Promise<Settings> {
  const response = await fetch('/settings.json');
  if (!response.ok) throw new Error(`settings.json: ${response.status}`);
  return (await response.json()) as Settings;
}
