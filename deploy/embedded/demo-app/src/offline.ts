import { useSyncExternalStore } from 'react';

/**
 * Caches the files of this page for offline use; `sw.js` serves them. The names of scripts and styles change
 * with their content, so the page itself lists the ones that it needs.
 */
export async function storeForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    const files = [...document.querySelectorAll('script[src], link[href]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
    );
    const needed = ['/', '/settings.json', ...files];
    const cache = await caches.open('shell');
    await cache.addAll(needed);
    for (const { url } of await cache.keys()) if (!needed.includes(new URL(url).pathname)) await cache.delete(url);
  } catch {
    // Without a network the files of the last visit stay. Private windows may deny both.
  }
}

/** Whether the device has a network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
