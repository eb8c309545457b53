import type { FieldKind } from './field-kinds.ts';
import type { ConsentKind } from './label-kinds.ts';

/** What a form is for. */
export type FormPurpose =
  | 'contact'
  | 'newsletter'
  | 'login'
  | 'recovery'
  | 'unsubscribe'
  | 'status'
  | 'delivery_check'
  | 'calculator'
  | 'account'
  | 'registration'
  | 'checkout'
  | 'search'
  | 'other';

export interface RknLink {
  /** Absolute address without fragment. */
  url: string;
  text: string;
}

/** A link with the part of the page that it stands in. */
export interface LocatedLink extends RknLink {
  place: 'footer' | 'nav' | 'form' | 'body';
}

export interface RknField {
  type: string;
  name: string;
  label: string;
  kinds: FieldKind[];
  /** Session replay does not record it: `ym-disable-keys`, `ym-hide-content`. */
  is_masked: boolean;
}

export interface RknCheckbox {
  selector: string;
  label: string;
  is_required: boolean;
  is_checked: boolean;
  /** Links of the label, and of the row that it stands in. */
  links: RknLink[];
  kinds: ConsentKind[];
  /** A button, or a link without an address, may open the text: nothing is clicked. */
  opens_text?: true;
}

/**
 * A `<form>`, or fields for personal data with a button beside them. It has names and labels, never values.
 */
export interface RknForm {
  /**
   * Identity of the form: selector, `action` and names of the fields. The same form on many pages has one
   * key.
   */
  key: string;
  selector: string;
  /** Name that a report shows: `id`, `name`, or the text of its button. */
  name: string;
  purpose: FormPurpose;
  /** An address belongs to what it orders: a delivery, a visit. */
  needs_address?: true;
  /**
   * `get` or `post` as browsers send it, `script` where a script does, `unset` for a form that names neither method
   * nor address, and whose script was not seen; `default` for one that names its address alone, on a page with scripts:
   * browsers send it by `get`, a script may not.
   */
  method: string;
  /** Absolute address; null without one. */
  action: string | null;
  /** Visible fields, without checkboxes. */
  fields: RknField[];
  /** Each kind that a field asks for. */
  kinds: FieldKind[];
  checkboxes: RknCheckbox[];
  /** Text of the form and of the element around it that holds no other form; 600 code points. */
  text: string;
  /** What it says of agreements, wherever it says so; absent in facts that earlier releases stored. */
  agreements?: string[];
  links: RknLink[];
}

/** An address on another host that a page loads or that its scripts name. */
export interface RknResource {
  kind: 'script' | 'iframe' | 'style' | 'pixel' | 'inline';
  /** Host and path, without query. */
  address: string;
  selector: string;
}

export interface CookieBanner {
  selector: string;
  text: string;
  has_reject: boolean;
}

/** A piece of a page that a rule reads, with its selector. */
export interface Passage {
  selector: string;
  text: string;
}

/** A sign of a form that the page as it was read does not have. */
export interface UnseenForm {
  /**
   * `service`: the loader, or the frame, of a service for forms. `popup`: a script, or a button, that shows a form.
   * `script`: a script of the site, which may do so.
   */
  kind: 'service' | 'popup' | 'script';
  /** Name of the service, or what shows the form. */
  name: string;
  selector: string;
}

/** What a page says about personal data, as JSON without its HTML. */
export interface RknFacts {
  url: string;
  lang: string | null;
  title: string;
  h1: string;
  /**
   * Fewer than 50 words, the root element of an application and a script: only a browser can render its
   * content.
   */
  is_shell: boolean;
  forms: RknForm[];
  /** What may show a form later, or in a frame of a service; absent in facts that earlier releases stored. */
  unseen_forms?: UnseenForm[];
  links: LocatedLink[];
  /** Text of the page: 20,000 code points. */
  text: string;
  /** Text of a legal document without the surrounding page, 100,000 code points; empty for other pages. */
  document: string;
  /** Text of its footers. */
  footer: string;
  /** Last 1,500 code points of the page; absent in facts that earlier releases stored. */
  ending?: string;
  resources: RknResource[];
  /** Addresses of `http:` that an `https:` page loads. */
  mixed: string[];
  banner: CookieBanner | null;
  /** Session replay of Yandex Metrica is on. */
  has_webvisor: boolean;
  has_csp_meta: boolean;
  /** A field for a password outside of a registration. */
  has_login: boolean;
  /** Buttons and headings: calls to action. */
  calls: Passage[];
  /** Blocks that are labelled as advertising, with the addresses of their links. */
  ads: (Passage & { links: string[] })[];
  /** Photos beside a full name. */
  persons: Passage[];
  /** Links to banned social networks with a call to action. */
  promos: Passage[];
  /** An e-mail address stands in the page, as text or as a link. */
  has_email: boolean;
  /** Prices beside a button of a cart. */
  sells: boolean;
}

/** What a browser requested and stored before a choice of cookies. */
export interface RknSeen {
  /** Hosts and paths of requests, without query, each once. */
  requests: string[];
  /** Names of cookies with their domains, never their values. */
  cookies: { name: string; domain: string }[];
}
