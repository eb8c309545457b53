import { writeFileSync } from 'node:fs';
import { licenceFile, licenceList, lockedPackages } from './licences.ts';

/** Writes the licences of all packages of production. */
writeFileSync(licenceFile, licenceList(lockedPackages()));
