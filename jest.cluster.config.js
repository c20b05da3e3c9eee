import config from './jest.config.js';

/** The tests that run on the embedded server and, where KUBEBUILDER_ASSETS names one, on a real kube-apiserver. */
export default {
  ...config,
  roots: ['<rootDir>/spec/cluster'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 60_000,
};
