import type { Observable } from 'rxjs';
import type { FactoryInformerOptions } from '../informer/index.js';
import type { Plain, Resource } from '../kubernetes/index.js';

type Dynamic = 'namespace' | 'labelSelector' | 'fieldSelector';

/**
 * Options of `injectInformer`: those of `createInformer`, for objects of type `T`; the transport, and what is not given, come from
 * `provideInformers`. Where and which objects may be functions that read signals, as each signal is one: when what they give is another
 * request, it is another informer's signals that are read, and the one before is let go.
 */
export interface InjectedOptions<K, I extends string = never, T = Plain<K>>
  extends Omit<FactoryInformerOptions<K, I, T>, Dynamic> {
  readonly resource: Resource<K>;
  /**
   * One namespace, several as one logical cache, or an Observable of sets, which keeps what stays in the set; or a function that gives one or several.
   * Default, and where the function gives `undefined`: what `provideInformers` says, or all namespaces.
   */
  readonly namespace?:
    | string
    | readonly string[]
    | Observable<readonly string[]>
    | (() => string | readonly string[] | undefined)
    | undefined;
  /** As in kubectl: `tier=web,env in (prod, qa),!canary`; or a function that gives such a text. Default: all objects. */
  readonly labelSelector?: string | (() => string | undefined) | undefined;
  /** As in kubectl: `spec.nodeName=worker-1`; or a function that gives such a text. Default: all objects. */
  readonly fieldSelector?: string | (() => string | undefined) | undefined;
}

/** Options, or a function that reads signals and gives them; `undefined`: there is nothing to ask for now. */
export type Given<O> = O | (() => O | undefined);

/** What is asked of a factory. */
export interface Request {
  readonly resource: Resource<unknown>;
  readonly options: FactoryInformerOptions<unknown, string>;
}

/** Reads the signals of the options. @throws what one of the functions throws */
export function requestOf({ resource, ...options }: InjectedOptions<unknown, string>): Request {
  const { namespace, labelSelector, fieldSelector, ...others } = options;
  return {
    resource,
    options: {
      ...others,
      namespace: nowOf(namespace),
      labelSelector: nowOf(labelSelector),
      fieldSelector: nowOf(fieldSelector),
    },
  };
}

/** What of it is known before any signal is read. */
export function withoutFunctions<O extends InjectedOptions<unknown, string>>(options: O): O {
  const { namespace, labelSelector, fieldSelector } = options;
  const known = Object.entries({ namespace, labelSelector, fieldSelector }).map(([name, given]) => [
    name,
    typeof given === 'function' ? undefined : given,
  ]);
  return { ...options, ...Object.fromEntries(known) };
}

function nowOf<V>(given: V | (() => V)): V {
  return isFunction(given) ? given() : given;
}

function isFunction<V>(given: V | (() => V)): given is () => V {
  return typeof given === 'function';
}
