/**
 * Shows the page without a network: what `offline.ts` put into the cache, where the network fails. Requests to
 * other origins, those of the platform above all, are none of its business.
 */
const shell = 'shell';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  const fromCache = async () => {
    const cache = await caches.open(shell);
    return (await cache.match(request.mode === 'navigate' ? '/' : request)) ?? Response.error();
  };
  event.respondWith(fetch(request).catch(fromCache));
});
