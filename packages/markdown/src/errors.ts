/** The text takes more time or memory to render than one text may take. */
export class MarkdownTooSlowError extends Error {
  constructor() {
    super('the text takes too much time or memory to render');
    this.name = 'MarkdownTooSlowError';
  }
}

/** The queue of the renderer is full. */
export class MarkdownBusyError extends Error {
  constructor() {
    super('too many texts wait to be rendered');
    this.name = 'MarkdownBusyError';
  }
}
