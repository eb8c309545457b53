import { usePlatform } from '@platform/client/react';
import { useCallback } from 'react';
import { ConsentBoxes, labelsOf } from './consent-boxes.tsx';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';
import { useLoaded, useWork } from './work.ts';

/** The first visit: the documents as they are published now, a box for each, and the registration. */
export function Registration({ onDone, onLeave }: { onDone: () => Promise<void>; onLeave: () => void }) {
  const client = usePlatform();
  const form = useLoaded(useCallback(() => client.legal.form('registration'), [client]));
  const register = useWork(async (element: HTMLFormElement) => {
    if (!form.value) return;
    try {
      await client.register({ consents: form.value.accept(labelsOf(form.value, element)) });
    } catch (error) {
      // A document may have changed since it was read.
      form.reload();
      throw error;
    }
    await onDone();
  });

  return (
    <section className="card narrow" aria-labelledby="registration">
      <h2 id="registration">One step before you start</h2>
      <p>Please read these documents. You can have your data erased at any time.</p>
      <Failure error={form.error} retry={form.reload} />
      {!form.value && !form.error && <Loading />}
      {form.value && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            register.run(event.currentTarget);
          }}
        >
          <ConsentBoxes form={form.value} />
          <Failure error={register.error} />
          <div className="actions">
            <button type="submit" className="primary" aria-disabled={register.isRunning}>
              {register.isRunning ? 'Registering…' : 'Register'}
            </button>
            <button type="button" onClick={onLeave}>
              Cancel
            </button>
          </div>
        </form>
      )}
    </section>
  );
}
