import { openDartParser, syntaxFaults } from './dart-grammar.ts';
import { readDartFiles } from './read-dart-files.ts';

/** Fails when a file of the Flutter client does not follow the Dart grammar. */
const parser = await openDartParser();
for (const { path, text } of await readDartFiles())
  for (const fault of syntaxFaults(parser, text)) {
    process.stderr.write(`packages/client_flutter/${path}:${fault}\n`);
    process.exitCode = 1;
  }
