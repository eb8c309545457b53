import './style.css';
import { PlatformProvider } from '@platform/client/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { Failure } from './failure.tsx';
import { storeForOffline } from './offline.ts';
import { openPlatform } from './platform.ts';
import { readSettings } from './settings.ts';
import { openSignIn } from './sign-in.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);
try {
  const settings = await readSettings();
  const signIn = openSignIn(settings.identity_provider);
  root.render(
    <StrictMode>
      <PlatformProvider client={openPlatform(settings, signIn)}>
        <App signIn={signIn} />
      </PlatformProvider>
    </StrictMode>,
  );
} catch (error) {
  root.render(<Failure error={error} retry={() => location.reload()} />);
}
void storeForOffline();
