import { type Site, staticSite } from '../../server/index.js';
import { messageOf, Refusal } from '../refusal.js';

/** The dashboard, as it was built. @throws Refusal that says how to build it */
export function dashboardIn(folder: string): Site {
  try {
    return staticSite(folder);
  } catch (error) {
    throw new Refusal(
      `the dashboard is not built (${messageOf(error)}): npm run build:dashboard does that, in a clone of the repository. ` +
        'Without it: --no-dashboard serves the API alone',
      1,
    );
  }
}
