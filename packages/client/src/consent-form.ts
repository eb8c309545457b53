import type { ConsentEntry } from './generated/schemas.ts';

/** A document as a form shows it. */
export interface FormDocument {
  document_id: string;
  version: string;
  doc_kind: string;
  title: string;
  public_url: string;
  /** The label to show beside the checkbox; null where the application words it. */
  checkbox_text: string | null;
  /** The form is refused without it. */
  is_required: boolean;
}

/** The label beside each checkbox that the person ticked, by the kind of the document. */
export type Labels = Record<string, string>;

/**
 * The boxes that the person ticked: the kinds of the documents, where the form showed `checkbox_text` of each, or the
 * labels that it showed.
 */
export type Ticked = readonly string[] | Labels;

export interface ConsentForm {
  documents: FormDocument[];
  /**
   * The entries to send, after the user has ticked the boxes: versions come from the documents that were
   * shown.
   * @throws TypeError when a required document is not ticked, or a ticked one has no label
   */
  accept(ticked: Ticked): ConsentEntry[];
}

export type FormPurpose = 'registration' | 'checkout' | 'newsletter' | 'contact';

const isAgreement = (kind: string): boolean => kind.startsWith('terms_');

/** The kinds that each form has to ask for, and those that it may. */
const purposes: Record<FormPurpose, { required: (kind: string) => boolean; optional: string[] }> = {
  registration: {
    required: (kind) => kind === 'personal_data_consent' || isAgreement(kind),
    optional: ['marketing_consent'],
  },
  checkout: { required: (kind) => kind === 'license_offer', optional: ['payment_data_consent'] },
  contact: { required: (kind) => kind === 'personal_data_consent', optional: ['marketing_consent'] },
  newsletter: {
    required: (kind) => kind === 'personal_data_consent' || kind === 'marketing_consent',
    optional: [],
  },
};

interface Published {
  id?: string;
  document_id?: string;
  version: string;
  doc_kind: string;
  title?: string;
  public_url: string;
  checkbox_text?: string | null;
}

/** The form for a purpose, from the published documents of an application or a site. */
export function consentForm(published: readonly Published[], purpose: FormPurpose): ConsentForm {
  const { required, optional } = purposes[purpose];
  return formOf(
    published
      .filter(({ doc_kind }) => required(doc_kind) || optional.includes(doc_kind))
      .map(({ id, document_id, version, doc_kind, title, public_url, checkbox_text }) => ({
        document_id: document_id ?? id ?? '',
        version,
        doc_kind,
        title: title ?? doc_kind,
        public_url,
        checkbox_text: checkbox_text ?? null,
        is_required: required(doc_kind),
      })),
  );
}

/** A form of these documents. */
export const formOf = (documents: FormDocument[]): ConsentForm => ({
  documents,
  accept: (ticked) =>
    documents.flatMap((document) => {
      const { document_id, version, doc_kind, is_required } = document;
      const isListed = isKinds(ticked) && ticked.includes(doc_kind);
      const checkbox_text = isKinds(ticked) ? isListed && document.checkbox_text : ticked[doc_kind];
      if (checkbox_text) return [{ document_id, version, checkbox_text, accepted: true }];
      if (is_required || isListed) throw new TypeError(`the form needs the label of the checkbox for ${doc_kind}`);
      return [];
    }),
});

const isKinds = (ticked: Ticked): ticked is readonly string[] => Array.isArray(ticked);
