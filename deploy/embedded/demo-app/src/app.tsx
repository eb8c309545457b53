import { useEntitlement } from '@platform/client/react';
import { useEffect, useRef, useState } from 'react';
import { Account } from './account.tsx';
import { Announcement, announce } from './announcement.tsx';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';
import { Notes } from './notes.tsx';
import { useOnline } from './offline.ts';
import { PaymentReturn } from './payment-return.tsx';
import { Paywall } from './paywall.tsx';
import { Reconsent } from './reconsent.tsx';
import { Registration } from './registration.tsx';
import type { SignIn } from './sign-in.ts';
import { Support } from './support.tsx';
import { useAccount } from './use-account.ts';

export function App({ signIn }: { signIn: SignIn }) {
  const { account, greet, start, reconsented, leave } = useAccount(signIn);
  const { step, person, pending, error } = account;
  const isOnline = useOnline();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);

  // What had the focus is gone with its screen: it goes to the top of the next one.
  useEffect(() => {
    if (shown.current !== step && shown.current !== 'loading') heading.current?.focus();
    shown.current = step;
  }, [step]);

  const signOut = async () => {
    await leave();
    announce('You are signed out. Nothing of you is left on this device.');
  };
  return (
    <>
      <header>
        <h1 ref={heading} tabIndex={-1}>
          Demo Notes
        </h1>
        {step === 'entered' && (
          <>
            <span className="person">{person.name}</span>
            <button type="button" onClick={() => void signOut()}>
              Sign out
            </button>
          </>
        )}
      </header>
      {!isOnline && (
        <p className="notice" role="status">
          You are offline. What you have paid for stays open.
        </p>
      )}
      <main data-step={step}>
        {step === 'loading' && <Loading />}
        {step === 'signed_out' && <Welcome error={error} onStart={() => void start()} />}
        {step === 'registering' && <Registration onDone={greet} onLeave={() => void signOut()} />}
        {step === 'entered' && (
          <>
            <Failure error={error} retry={() => void greet()} />
            <Notes person={person} />
            <Plan />
            <Support />
            <Account
              onErased={async () => {
                await leave();
                announce('Your data is erased.');
              }}
            />
          </>
        )}
      </main>
      {step === 'entered' && pending.length > 0 && (
        <Reconsent
          key={pending.map(({ document_id, published_version }) => `${document_id} ${published_version}`).join()}
          onDone={reconsented}
          onLeave={() => void signOut()}
        />
      )}
      <Announcement />
    </>
  );
}

function Welcome({ error, onStart }: { error: unknown; onStart: () => void }) {
  return (
    <section className="card narrow" aria-labelledby="welcome">
      <h2 id="welcome">Notes that stay yours</h2>
      <p>Write for free. With Pro there is no limit, and notes become PDF files.</p>
      <Failure error={error} />
      <button type="button" className="primary" onClick={onStart}>
        Sign in
      </button>
    </section>
  );
}

/** The outcome of a payment, and the paywall while there is something to sell. */
function Plan() {
  const isPro = useEntitlement('export_pdf');
  const [attempt, setAttempt] = useState(0);
  const askAgain = () => setAttempt((number) => number + 1);
  return (
    <div className="wide">
      <PaymentReturn attempt={attempt} onRetry={askAgain} />
      {!isPro && <Paywall onPaid={askAgain} />}
    </div>
  );
}
