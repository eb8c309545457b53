import { useConfig, useEntitlement, useFeature, usePlatform } from '@platform/client/react';
import { useState } from 'react';

const place = 'demo-notes:note';

/** Removes the note from this device. */
export const forgetNote = (): void => localStorage.removeItem(place);

/**
 * The application itself. The export is gated on an entitlement code, never on a plan; a flag switches the counter,
 * and a remote parameter limits the length, both without a release.
 */
export function Notes() {
  const client = usePlatform();
  const mayExport = useEntitlement('export_pdf');
  const isUnlimited = useEntitlement('notes_unlimited');
  const showsCounter = useFeature('word_count', false);
  const maxLength = useConfig('note_max_length', 2_000);
  const [note, setNote] = useState(() => localStorage.getItem(place) ?? '');

  const exportPdf = () => {
    client.track('note_exported', { length: note.length });
    // The print style shows the note alone; every browser can print to PDF.
    window.print();
  };
  return (
    <section className="card" aria-labelledby="note-title">
      <h2 id="note-title">
        Your note <span className={`badge ${mayExport ? 'good' : ''}`}>{mayExport ? 'Pro' : 'Free'}</span>
      </h2>
      <label className="unseen" htmlFor="note">
        Text of the note
      </label>
      <textarea
        id="note"
        rows={7}
        maxLength={isUnlimited ? undefined : maxLength}
        placeholder="Write something…"
        value={note}
        onChange={(event) => {
          setNote(event.target.value);
          localStorage.setItem(place, event.target.value);
        }}
      />
      <pre className="printed" aria-hidden="true">
        {note}
      </pre>
      <p className="small muted">
        {showsCounter && `${note.split(/\s+/).filter(Boolean).length} words · `}
        {isUnlimited ? 'without a limit' : `${note.length} of ${maxLength} characters`}
      </p>
      {mayExport ? (
        <button type="button" className="primary" onClick={exportPdf}>
          Export to PDF
        </button>
      ) : (
        <p className="notice">
          Export to PDF comes with Pro. <a href="#plans">See the plans</a>
        </p>
      )}
    </section>
  );
}
