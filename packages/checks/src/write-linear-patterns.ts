/** Program of `make format`: analyses new regular expressions and keeps the names of linear ones. */
import { existsSync, writeFileSync } from 'node:fs';
import { analyse, isReviewed, knownLinear, linearFile, nameOf, productionPatterns } from './patterns.ts';
import { repositoryFiles } from './source-files.ts';

const known = existsSync(linearFile) ? knownLinear() : new Set<string>();
const linear = new Set<string>();
const analysed = new Map<string, string>();
for (const pattern of productionPatterns(repositoryFiles('.ts'))) {
  const name = nameOf(pattern);
  if (isReviewed(pattern)) continue;
  const result = known.has(name) ? 'linear' : (analysed.get(name) ?? analyse(pattern));
  analysed.set(name, result);
  if (result === 'linear') linear.add(name);
  else process.stdout.write(`${pattern.path}:${pattern.line} ${result} ${name}\n`);
}
writeFileSync(linearFile, `${JSON.stringify([...linear].sort(), null, 2)}\n`);
