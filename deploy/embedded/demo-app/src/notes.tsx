import { useConfig, useEntitlement, useFeature, usePlatform } from '@platform/client/react';
import { useState } from 'react';
import type { Person } from './sign-in.ts';

const prefix = 'demo-notes:note';
const noteKey = ({ sub }: Person): string => `${prefix}:${sub}`;

/** Removes the notes of all persons from this device, or of all but one. */
export function forgetNotes({ except }: { except?: Person } = {}): void {
  const exceptKey = except && noteKey(except);
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix) && key !== exceptKey) localStorage.removeItem(key);
}

/**
 * The application itself. The export is gated on an entitlement code, never on a plan; a flag switches the
 * counter, and a remote parameter limits the length, both without a release.
 */
export function Notes({ person }: { person: Person }) {
  const storageKey = noteKey(person);
  const client = usePlatform();
  const mayExport = useEntitlement('export_pdf');
  const isUnlimited = useEntitlement('notes_unlimited');
  const showsCounter = useFeature('word_count', false);
  const maxLength = useConfig('note_max_length', 2_000);
  const [note, setNote] = useState(() => localStorage.getItem(storageKey) ?? '');

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
          localStorage.setItem(storageKey, event.target.value);
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
