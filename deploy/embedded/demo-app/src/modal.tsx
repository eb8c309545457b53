import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/**
 * A modal dialog: the browser keeps the focus inside and gives it back afterwards.
 * @param props.onDismiss is called for Esc; without it the dialog stays until it has an answer
 */
export function Modal(props: { title: string; children: ReactNode; onDismiss?: () => void }) {
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { onDismiss } = props;
  // Closed while it is still in the page, or the browser gives the focus to nothing.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      // Browsers close a dialog at the second Esc, also when `cancel` was prevented.
      closedby={onDismiss ? 'closerequest' : 'none'}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss?.();
      }}
      onClose={() => {
        // One without `closedby` has closed it: it opens again while it has no answer.
        if (dialog.current?.isConnected) dialog.current.showModal();
      }}
    >
      <h2 id={title}>{props.title}</h2>
      {props.children}
    </dialog>
  );
}
