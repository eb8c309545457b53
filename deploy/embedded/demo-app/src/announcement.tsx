import { useSyncExternalStore } from 'react';

let text = '';
let timer: ReturnType<typeof setTimeout> | undefined;
const shownMs = 8_000;
const listeners = new Set<() => void>();

/** Says that something has happened, to eyes and to assistive technology. */
export function announce(happened: string): void {
  text = happened;
  for (const listener of listeners) listener();
  clearTimeout(timer);
  if (happened !== '') timer = setTimeout(announce, shownMs, '');
}

/** The element where {@link announce} says it: a live region is there before its text. */
export function Announcement() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => text,
  );
  return (
    <p className="announcement" role="status">
      {shown}
    </p>
  );
}
