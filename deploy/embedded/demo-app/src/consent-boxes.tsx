import type { ConsentForm, FormDocument, Labels } from '@platform/client';

const textOf = ({ title, checkbox_text }: FormDocument): string => checkbox_text ?? `I accept: ${title}`;

/**
 * A checkbox for each document, never ticked beforehand. The name of a box is the kind of its document.
 * Put it into a form, and read the form with {@link labelsOf}.
 */
export const ConsentBoxes = ({ form }: { form: ConsentForm }) => (
  <ul className="boxes">
    {form.documents.map((document) => (
      // A new version is a new box, which has to be ticked again.
      <li key={`${document.document_id} ${document.version}`}>
        <label>
          <input type="checkbox" name={document.doc_kind} required={document.is_required} />
          <span>
            {textOf(document)} {!document.is_required && <em>(optional)</em>}
          </span>
        </label>
        <a href={document.public_url} target="_blank" rel="noopener" aria-label={`Read: ${document.title}`}>
          Read
        </a>
      </li>
    ))}
  </ul>
);

/** The texts beside the boxes that are ticked, as they were shown: they go into the proof of the consent. */
export function labelsOf(form: ConsentForm, element: HTMLFormElement): Labels {
  const ticked = new FormData(element);
  return Object.fromEntries(
    form.documents
      .filter(({ doc_kind }) => ticked.has(doc_kind))
      .map((document) => [document.doc_kind, textOf(document)]),
  );
}
