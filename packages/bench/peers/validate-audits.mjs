import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';
import { HtmlValidate } from 'html-validate';

/**
 * Checks pages with html-validate and the validator of structured data: arguments are addresses; prints
 * `{url: {rules: [name], errors: [message]}}` as JSON.
 */
const rules = Object.fromEntries((process.env.RULES ?? '').split(',').map((rule) => [rule, 'error']));
const html = new HtmlValidate({ root: true, extends: [], rules });
const found = {};
for (const url of process.argv.slice(2)) {
  const page = await (await fetch(url)).text();
  const report = await html.validateString(page);
  const names = report.results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId));
  const extracted = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(page);
  const problems = await new Validator().validate(extracted);
  const errors = problems.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage);
  found[url] = { rules: [...new Set(names)], errors };
}
process.stdout.write(JSON.stringify(found));
