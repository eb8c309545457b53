import { useOnline } from './offline.ts';

/** Instead of something that is being read, or that has to wait for a network. */
export const Loading = () => <p className="muted">{useOnline() ? 'Loading…' : 'This needs a network.'}</p>;
