/** Worker thread of `generate-clusters.ts`: makes the clusters of one site. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ClusterInput, makeClusters } from './make-clusters.ts';

parentPort?.postMessage(makeClusters(workerData as ClusterInput));
