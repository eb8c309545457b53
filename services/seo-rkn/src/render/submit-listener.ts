/** Attribute that a renderer gives a form to whose `submit` a script listens. */
export const submitListener = 'data-platform-submit-listener';
