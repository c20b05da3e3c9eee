import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { apps, core, createInformerFactory, type Resource, type Transport } from '../../../lib/index.js';
import { type Authorize, createRelay, staticSite } from '../../../lib/server.js';
import { complaintsOf } from './chromium.js';
import { Wire } from './wire.js';

const BUILT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'dist', 'dashboard');

/** The kinds that these tests look at. */
const KINDS: readonly Resource[] = [core.pods, core.nodes, core.namespaces, core.events, apps.deployments];

/** The dashboard at a relay of some cluster, with a network between the two and the browser that can be cut. */
export class Dashboard {
  private constructor(
    readonly browser: Browser,
    readonly wire: Wire,
    readonly close: () => Promise<void>,
  ) {}

  static async of(transport: Transport, browser: Browser, authorize?: Authorize): Promise<Dashboard> {
    if (!existsSync(BUILT)) throw new Error('the dashboard is not built: npm run build:dashboard');
    const factory = createInformerFactory({ transport });
    const informers = KINDS.map((kind) => factory.informer(kind));
    const relay = createRelay({ informers, authorize, site: staticSite(BUILT), recheckMs: 1000 });
    const { url } = await relay.listen();
    const wire = await Wire.to(Number(new URL(url).port));
    return new Dashboard(browser, wire, async () => {
      await wire.close();
      await relay.stop();
      factory.stop();
    });
  }

  /**
   * @param hash what is shown, such as `#/pods`
   * @param before what is done to the page before it is loaded
   */
  async open(
    hash = '#/pods',
    colorScheme: 'light' | 'dark' = 'light',
    before: (page: Page) => Promise<unknown> = async () => {},
  ): Promise<DashboardPage> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await before(page);
    await page.goto(`http://127.0.0.1:${this.wire.port}/${hash}`, { waitUntil: 'commit' });
    return new DashboardPage(page, complaints);
  }
}

/** One page of it, as a person sees it. */
export class DashboardPage {
  constructor(
    readonly page: Page,
    readonly complaints: readonly string[],
  ) {}

  by(testId: string): Locator {
    return this.page.locator(`[data-testid="${testId}"]`);
  }

  get rows(): Locator {
    return this.page.locator('app-row');
  }

  /** The names in the rows on the screen, from above. */
  async names(): Promise<readonly string[]> {
    const names = await this.page.locator('app-row .name a').allTextContents();
    return names.map((name) => name.trim());
  }

  /** Resolves when what it says of how many there are is so. */
  async counts(text: string): Promise<void> {
    const said = this.by('count');
    await this.page.waitForFunction(
      ([element, wanted]) => element?.textContent?.replace(/\s+/g, ' ').trim() === wanted,
      [await said.elementHandle(), text] as const,
    );
  }

  /** Resolves when the names on the screen are these. */
  async shows(...names: readonly string[]): Promise<void> {
    await this.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('app-row .name a')].map((name) => name.textContent?.trim()).join() === wanted,
      names.join(),
    );
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
