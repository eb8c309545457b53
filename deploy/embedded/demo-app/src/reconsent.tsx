import { usePlatform } from '@platform/client/react';
import { useState } from 'react';
import { announce } from './announcement.tsx';
import { ConsentBoxes, labelsOf } from './consent-boxes.tsx';
import { Failure } from './failure.tsx';
import { Modal } from './modal.tsx';
import { useWork } from './work.ts';

/**
 * Asks for consent to the newly published versions. It stays open until they are accepted or the user signs
 * out.
 */
export function Reconsent({ onDone, onLeave }: { onDone: () => void; onLeave: () => void }) {
  const client = usePlatform();
  const [form, setForm] = useState(client.reconsent.form);
  const accept = useWork(async (element: HTMLFormElement) => {
    try {
      const { needs_reconsent } = await client.reconsent.accept(labelsOf(form, element));
      if (needs_reconsent) return setForm(client.reconsent.form);
    } catch (error) {
      await client.reconsent.check().catch(() => {});
      setForm(client.reconsent.form);
      throw error;
    }
    announce('Thank you. You have accepted the new versions.');
    onDone();
  });

  return (
    <Modal title="Our documents have changed">
      <p>To go on, please read and accept the new versions.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          accept.run(event.currentTarget);
        }}
      >
        <ConsentBoxes form={form} />
        <Failure error={accept.error} />
        <div className="actions">
          <button type="submit" className="primary" aria-disabled={accept.isRunning}>
            {accept.isRunning ? 'Accepting…' : 'Accept'}
          </button>
          <button type="button" onClick={onLeave}>
            Sign out
          </button>
        </div>
      </form>
    </Modal>
  );
}
