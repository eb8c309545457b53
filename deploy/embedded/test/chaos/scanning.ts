import { setTimeout as sleep } from 'node:timers/promises';
import { defectIds, startSiteServer } from '@platform/sandbox';
import { ok } from '../make-once.ts';
import { type Activity, type ActivityWorld, readRows } from './activity.ts';
import { insist } from './insist.ts';

/** Found by the time that a page took, which a paused process makes longer. */
const timed = ['slow_ttfb'];

/** Asked for again and again, which makes a scan last for minutes. */
const slow = ['server_error', 'broken_connection', 'dead_external_link'];

export interface Scanning extends Activity {
  close(): Promise<void>;
}

/** Audits of one site with known defects, one after the other. Each finds what the first one found. */
export async function openScanning({ t, admin, tally }: ActivityWorld): Promise<Scanning> {
  const site = await startSiteServer({ seed: 7, defects: defectIds.filter((id) => !slow.includes(id)) });
  const { id: site_id } = ok(await admin.createSite({ body: { name: 'Chaos site', website_url: site.origin } }));
  const params = { site_id };
  const findings = (scan_id: string) =>
    readRows<{ finding: string }>(
      t,
      `SELECT i.issue_type || ' ' || i.fingerprint AS finding FROM "seo-rkn".scan_findings f
       JOIN "seo-rkn".issues i ON i.id = f.issue_id WHERE f.scan_id = $1 AND i.issue_type <> ALL($2) ORDER BY 1`,
      [scan_id, timed],
    );
  let [finished, different] = [0, 0];

  /** Runs one audit. One that is open already is joined: the answer to its start was lost. */
  const scan = async () => {
    const body = { render: 'never' as const, psi_pages: 0, interval_ms: 0 };
    const { data } = await insist(tally, 'start a scan', () => admin.startSeoScan({ params, body }));
    const target = { params: { ...params, scan_id: data.scan.id } };
    for (;;) {
      const { data: now } = await insist(tally, 'read a scan', () => admin.getSeoScan(target));
      if (now.finished_at !== null) return now;
      await sleep(1_000);
    }
  };
  const first = await scan();
  const expected = (await findings(first.id)).map(({ finding }) => finding);

  return {
    name: 'scans',
    async step() {
      const { id, state, progress } = await scan();
      finished += 1;
      const found = (await findings(id)).map(({ finding }) => finding);
      if (state === first.state && found.join() === expected.join()) return;
      different += 1;
      const sides = [expected.filter((one) => !found.includes(one)), found.filter((one) => !expected.includes(one))];
      tally.violations.push(
        `a scan: ${state} after ${progress.pages_done} pages, ${sides.map((side) => side.slice(0, 3)).join(' | ')}`,
      );
    },
    done: () => finished,
    async settle() {
      return [
        {
          promise: `every scan finds the same ${expected.length} issues`,
          seen: `${finished - different} of ${finished}`,
          isKept: different === 0 && finished > 0 && expected.length > 0,
        },
      ];
    },
    close: () => site.close(),
  };
}
