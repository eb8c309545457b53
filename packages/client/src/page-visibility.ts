interface Page {
  visibilityState: string;
  /** The page runs hidden before the visitor opens it (Prerendering Revamped); absent in other browsers. */
  prerendering?: boolean;
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

/** Whether the browser runs the page before the visitor opens it; false outside of a browser. */
export const isPrerendering = (): boolean => page()?.prerendering === true;

/** Waits until the visitor opens a page that the browser prerenders; any other page is shown already. */
export async function untilShown(): Promise<void> {
  const document = page();
  if (!document?.prerendering) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      document.removeEventListener('prerenderingchange', end);
      resolve();
    };
    document.addEventListener('prerenderingchange', end);
  });
}
