import { isPlatformError } from '@platform/client';
import { usePlatform } from '@platform/client/react';
import { useCallback, useState } from 'react';
import { announce } from './announcement.tsx';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';
import { Modal } from './modal.tsx';
import { useLoaded, useWork } from './work.ts';

/** A license key, the devices of the person, and the end of it all. */
export function Account({ onErased }: { onErased: () => Promise<void> }) {
  const client = usePlatform();
  const activate = useWork(async (form: HTMLFormElement) => {
    const key = String(new FormData(form).get('key'));
    const { license } = await client.licenses.activate(key);
    announce(`The license key is active: plan ${license.plan_code}.`);
    form.reset();
  });
  return (
    <section className="card" aria-labelledby="account-title">
      <h2 id="account-title">Account</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          activate.run(event.currentTarget);
        }}
      >
        <label htmlFor="key">License key</label>
        <div className="row">
          <input id="key" name="key" required maxLength={64} autoComplete="off" placeholder="XXXXX-XXXXX-XXXXX-…" />
          <button type="submit" aria-disabled={activate.isRunning}>
            Activate
          </button>
        </div>
        <Failure error={activate.error} />
      </form>
      <Devices />
      <Erasure onErased={onErased} />
    </section>
  );
}

function Devices() {
  const client = usePlatform();
  const devices = useLoaded(
    useCallback(async () => {
      const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
      let presentId: string | null = null;
      let refusal: unknown = null;
      try {
        presentId = (await client.devices.register({ timezone })).id;
      } catch (error) {
        // The list is what the person needs now: one of the devices has to go first.
        if (!isPlatformError(error, 'device_limit_reached')) throw error;
        refusal = error;
      }
      const { items } = await client.devices.list();
      const active = items.filter(({ revoked_at }) => revoked_at === null);
      return { active: active.map((device) => ({ ...device, isThis: device.id === presentId })), refusal };
    }, [client]),
  );
  const revoke = useWork(async (id: string) => {
    await client.devices.revoke(id);
    announce('The device was removed.');
    devices.reload();
  });
  return (
    <>
      <h3>Your devices</h3>
      <Failure error={devices.error ?? revoke.error ?? devices.value?.refusal} retry={devices.reload} />
      {!devices.value && !devices.error && <Loading />}
      <ul className="rows">
        {devices.value?.active.map(({ id, platform, last_seen_at, isThis }) => {
          const lastSeen = new Date(last_seen_at).toLocaleDateString(navigator.languages);
          return (
            <li key={id}>
              <span>{isThis ? 'This browser' : `${platform}, last used ${lastSeen}`}</span>
              {!isThis && (
                <button
                  type="button"
                  aria-label={`Remove the device last used ${lastSeen}`}
                  onClick={() => revoke.run(id)}
                >
                  Remove
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Erasure({ onErased }: { onErased: () => Promise<void> }) {
  const client = usePlatform();
  const [isAsking, setAsking] = useState(false);
  const erase = useWork(async () => {
    await client.erase();
    await onErased();
  });
  return (
    <>
      <h3>Your data</h3>
      <p className="muted">Everything about you goes. What you have paid for cannot be used any more.</p>
      <button type="button" className="danger" onClick={() => setAsking(true)}>
        Erase my data
      </button>
      {isAsking && (
        <Modal title="Erase your data?" onDismiss={() => setAsking(false)}>
          <p>Your account, your devices and your access are erased. This cannot be undone.</p>
          <Failure error={erase.error} />
          <div className="actions">
            <button type="button" onClick={() => setAsking(false)}>
              Keep my data
            </button>
            <button type="button" className="danger" aria-disabled={erase.isRunning} onClick={() => erase.run()}>
              {erase.isRunning ? 'Erasing…' : 'Erase everything'}
            </button>
          </div>
        </Modal>
      )}
    </>
  );
}
