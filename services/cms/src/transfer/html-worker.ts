/** Worker thread of `html-converter.ts`. */
import { answerCalls } from './answer-calls.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

answerCalls({ convert: (html: string) => htmlToMarkdown(html) });
