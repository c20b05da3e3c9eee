import config from './jest.config.js';

/** What runs in Chromium: `npm run test:e2e`. One after the other, since frame times are measured. */
export default {
  ...config,
  roots: ['<rootDir>/spec/browser'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 120_000,
  maxWorkers: 1,
};
