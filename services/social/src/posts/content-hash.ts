import { sha256 } from '@platform/runtime';

/** The fields of a variant that an approval is about. */
export interface HashedFields {
  account_id: string;
  body: string;
  /** Name of the image, which is made from its content. */
  cover_name: string | null;
  cover_alt: string;
  cover_fit: string;
  buttons: readonly { text: string; url: string }[];
  is_ad: boolean;
  erid: string | null;
  advertiser: { name: string; inn: string } | null;
}

/** SHA-256 of what is posted, as canonical JSON: each field in one order. */
export function contentHash(fields: HashedFields): string {
  const { account_id, body, cover_name, cover_alt, cover_fit, is_ad, erid, advertiser } = fields;
  const buttons = fields.buttons.map(({ text, url }) => [text, url]);
  const by = advertiser && [advertiser.name, advertiser.inn];
  const cover = cover_name === null ? null : [cover_name, cover_alt, cover_fit];
  return sha256(JSON.stringify([account_id, body, cover, buttons, is_ad, erid, by]));
}
