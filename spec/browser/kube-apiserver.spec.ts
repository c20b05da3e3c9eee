import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { ask } from '../cluster/cluster.js';
import { assets, type RealCluster, startRealCluster } from '../cluster/real-cluster.js';
import { launchChromium } from './support/chromium.js';
import { Dashboard } from './support/dashboard.js';
import { screenshot } from './support/report.js';

const PODS = '/api/v1/namespaces/default/pods';

/** A pod that no scheduler is needed for, nor a service account. */
const pod = (name: string) => ({
  metadata: { name, labels: { app: 'web' } },
  spec: { nodeName: 'nowhere', automountServiceAccountToken: false, containers: [{ name: 'main', image: 'none' }] },
});

const where = assets === undefined ? describe.skip : describe;

where('the dashboard, at a relay of a real kube-apiserver', () => {
  let browser: Browser;
  let cluster: RealCluster;
  let dashboard: Dashboard;

  beforeAll(async () => {
    browser = await launchChromium();
    cluster = await startRealCluster();
    await ask(cluster.admin, 'POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
    dashboard = await Dashboard.of(cluster.admin, browser);
  });

  afterAll(async () => {
    await dashboard.close();
    await browser.close();
    await cluster.stop();
  });

  it('L1, L7: shows its pods, says when it is killed, and goes on when it is back', async () => {
    for (const name of ['web-0', 'web-1', 'web-2'])
      expect(await ask(cluster.admin, 'POST', PODS, pod(name))).toMatchObject({ status: 201 });
    const shown = await dashboard.open('#/pods?namespace=default');
    await shown.shows('web-0', 'web-1', 'web-2');
    await ask(cluster.admin, 'DELETE', `${PODS}/web-1?gracePeriodSeconds=0`);
    await shown.shows('web-0', 'web-2');
    await cluster.plane.apiServer.kill();
    await shown.by('banner').waitFor({ timeout: 60_000 });
    await screenshot(shown.page, 'kube-apiserver-killed');
    expect(await shown.rows.count()).toBe(2);
    cluster.plane.apiServer.start();
    await shown.by('banner').waitFor({ state: 'detached', timeout: 100_000 });
    await ask(cluster.admin, 'POST', PODS, pod('web-3'));
    await shown.shows('web-0', 'web-2', 'web-3');
    expect(shown.complaints).toEqual([]);
    await shown.close();
  });
});
