import { urlKey } from '../crawl/url-key.ts';
import { type FieldKind, personalKinds } from '../rkn/facts/field-kinds.ts';

/** What a site really does, as its last scans saw it: documents are compared with it. */
export interface SiteObservations {
  /** Host of the site, without `www.`; null where it is not known. */
  host: string | null;
  /** Forms with fields of personal data; null where no scan read them. */
  forms: ObservedForm[] | null;
  /** Services in requests or in code; null where no scan read them. */
  services: ObservedService[] | null;
  /** Pages that answered 404 or 410, as {@link linkKey} names them. */
  lost: string[];
}

export interface ObservedForm {
  url: string;
  /** What its fields ask a person for. */
  kinds: FieldKind[];
  /** Kinds of legal documents that it links to. */
  documents: string[];
}

export interface ObservedService {
  /** Its name in reports. */
  name: string;
  is_foreign: boolean;
  /** Words by which documents name it, in lower case; `~` stands for any ending. */
  aliases: readonly string[];
}

/** The page of a link: host without `www.`, path and query; null if it is not an http or https address. */
export function linkKey(address: string): string | null {
  const key = urlKey(address);
  return key === null ? null : key.replace(/^https?:\/\/(?:www\.)?/, '');
}

/**
 * Kinds of personal data that forms ask for: of those that link to a document, else of all. Null without
 * forms.
 */
export function fieldsOf(forms: readonly ObservedForm[], document: string): FieldKind[] | null {
  const linking = forms.filter(({ documents }) => documents.includes(document));
  const consentForms = linking.length > 0 ? linking : forms;
  const kinds = new Set(consentForms.flatMap((form) => form.kinds.filter((kind) => personalKinds.has(kind))));
  return kinds.size === 0 ? null : [...kinds];
}
