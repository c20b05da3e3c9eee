/** What somebody wants to do. */
export interface AccessRequest {
  /** The bearer token of the request. Undefined: it has none. */
  readonly token: string | undefined;
  /** RBAC's word, such as `list`; for a path that is no resource, the method in lower case. */
  readonly verb: string;
  readonly path: string;
  /** The resource; undefined for another path, such as `/version`. */
  readonly resource?: {
    readonly group: string;
    readonly version: string;
    /** The plural name, such as `pods`. */
    readonly resource: string;
    readonly subresource?: string;
    /** Absent: the cluster, or all namespaces. */
    readonly namespace?: string;
    /** Absent: the collection. A field selector that says `metadata.name=…` counts as a name, as it does for kube-apiserver. */
    readonly name?: string;
  };
}

/**
 * Whether it may be done. `granted`: limits that each client has count by its `user` where it names one, else by address. `unauthenticated`: nobody knows who asks, 401. `denied`: 403 that names the user and the reason, where they are given. `unavailable`:
 * nobody can say now, 503 with the reason, where it is given. Users and reasons are told to the client.
 */
export type AccessDecision =
  | { readonly access: 'granted'; readonly user?: string }
  | { readonly access: 'unauthenticated' }
  | { readonly access: 'denied'; readonly user?: string; readonly reason?: string }
  | { readonly access: 'unavailable'; readonly reason?: string };

/**
 * Decides about one request, at once or later: the request waits, 30 s at most, and is then answered with 503. One that throws or rejects, or gives
 * what is no decision (`false`, nothing), lets nobody in: it is answered with 500, or with the status of an `ApiError`. Of what else it throws the client is
 * told nothing: that goes to `config.onUnhandledError` of RxJS, or is a warning of Node's where none is set.
 *
 * @example
 * const authorize: Authorize = async ({ token, verb, resource }) => {
 *   if (token === undefined) return { access: 'unauthenticated' };
 *   const user = await userOf(token); // yours; undefined: there is no such token
 *   if (user === undefined) return { access: 'unauthenticated' };
 *   if (resource?.namespace === user.team) return { access: 'granted' };
 *   return { access: 'denied', user: user.name, reason: `who is of ${user.team} may ${verb} there only` };
 * };
 */
export type Authorize = (request: AccessRequest) => AccessDecision | PromiseLike<AccessDecision>;
