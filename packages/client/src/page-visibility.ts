interface Page {
  visibilityState: string;
  addEventListener(name: string, listener: () => void): void;
  removeEventListener(name: string, listener: () => void): void;
}

const page = (): Page | undefined => (globalThis as { document?: Page }).document;

/** Whether the page is visible now; always true outside of a browser. */
export const isVisible = (): boolean => page()?.visibilityState !== 'hidden';

/** @returns a function that ends it */
export function onVisibility(listener: (isVisible: boolean) => void): () => void {
  const tell = () => listener(isVisible());
  const document = page();
  document?.addEventListener('visibilitychange', tell);
  return () => document?.removeEventListener('visibilitychange', tell);
}
