import { assertInInjectionContext, type Injector, runInInjectionContext } from '@angular/core';

/** As the functions of Angular have it. */
export interface InjectOptions {
  /** Whose end ends it. Default: that of the injection context, which then must be one. */
  readonly injector?: Injector | undefined;
}

/** @throws Error outside of an injection context, where no injector is given; Angular's, which names the function */
export function inContext<V>(inject: (...given: never) => unknown, { injector }: InjectOptions, make: () => V): V {
  if (injector !== undefined) return runInInjectionContext(injector, make);
  assertInInjectionContext(inject);
  return make();
}
