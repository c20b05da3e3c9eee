/** Tests run as ES modules; swc only strips the types (`npm run types` checks them). */
export default {
  testEnvironment: 'node',
  // Far above what any test takes: a busy machine is no failure.
  testTimeout: 60_000,
  roots: ['<rootDir>/spec', '<rootDir>/examples/angular-dashboard/spec'],
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/spec/cluster/', '<rootDir>/spec/browser/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The examples import the package as its users do.
    '^rxinformer$': '<rootDir>/lib/index.ts',
    '^rxinformer/(node|server|compat|testing|angular)$': '<rootDir>/lib/$1.ts',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' } },
    ],
  },
};
