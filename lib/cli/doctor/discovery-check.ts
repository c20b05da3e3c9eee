import { catchError, map, of, throwError } from 'rxjs';
import { qualifiedNameOf } from '../../kubernetes/index.js';
import { type Discovery, discover } from '../cluster/discovery.js';
import { builtInResources, findResource, unknownResource } from '../cluster/find-resource.js';
import { AnswerError } from '../cluster/get-json.js';
import type { ServedResource } from '../cluster/served-resource.js';
import { type Check, fail, type Outcome, ok, warn } from './check.js';
import { saidOf } from './errors.js';
import type { Patient } from './patient.js';

export const discovery: Check = {
  name: 'discovery',
  needs: ['credentials'],
  whenSilent:
    'Look at the log of the API server, and at kubectl get apiservices: a group whose own server is down may hold it up',
  run: (patient) =>
    discover(patient.transport).pipe(
      map((discovered) => opinionOf(discovered, patient)),
      catchError((error: unknown) => {
        const builtIn = findResource(patient.resource, builtInResources);
        if (!(error instanceof AnswerError) || builtIn === undefined) return throwError(() => error);
        const said = `the server does not say what it serves (${saidOf(error)}); ${nameOf(builtIn)} is built in`;
        return of(warn(said, 'Ask for the ClusterRole system:discovery', { resource: builtIn }));
      }),
    ),
};

function opinionOf({ resources, missing }: Discovery, { resource: name, transport }: Patient): Outcome {
  const resource = findResource(name, resources);
  const gone = missing.length === 0 ? '' : `; what is in ${missing.join(', ')} could not be had`;
  if (resource === undefined)
    return fail(
      `${unknownResource(name, resources, transport.url)}${gone}`,
      'Name it as kubectl api-resources does; if it is a custom resource, install its CustomResourceDefinition',
    );
  const lacking = ['list', 'watch'].filter((verb) => !resource.verbs.includes(verb));
  if (lacking.length > 0)
    return fail(
      `${nameOf(resource)} has no ${lacking.join(' and no ')}: it allows just ${resource.verbs.join(', ')}`,
      'Watch something else: nothing can be done from here',
    );
  const said = `${nameOf(resource)}, ${resource.namespaced ? 'namespaced' : 'in no namespace'}${gone}`;
  if (gone === '') return ok(said, { resource });
  return warn(said, 'See kubectl get apiservices: the servers of these groups are down', { resource });
}

/** Such as `deployments.apps/v1 (Deployment)`. */
export function nameOf(resource: ServedResource): string {
  return `${qualifiedNameOf(resource)}/${resource.version} (${resource.kind})`;
}
