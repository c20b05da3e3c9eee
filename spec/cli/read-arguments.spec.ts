import { describe, expect, it } from '@jest/globals';
import { type Reading, readArguments } from '../../lib/cli/read-arguments.js';

function read(line: string): Reading {
  return readArguments(
    line.split(' ').filter((word) => word !== ''),
    '1.2.3',
    100,
  );
}

const watch = {
  name: 'watch',
  resource: 'pods',
  namespace: undefined,
  allNamespaces: false,
  labelSelector: undefined,
  fieldSelector: undefined,
  output: undefined,
  demo: undefined,
  kubeConfigFile: undefined,
  context: undefined,
};
const demo = { chaos: false, seed: 1, rate: 4 };
const serve = {
  ...{ name: 'serve', demo: undefined, kubeConfigFile: undefined, context: undefined, namespace: undefined },
  ...{ kinds: undefined, port: 8080, host: '127.0.0.1', allowedHosts: [], authorize: undefined, dashboard: true },
};

describe('readArguments', () => {
  it.each<[string, object]>([
    ['watch pods', watch],
    ['watch pods -A', { ...watch, allNamespaces: true }],
    ['watch pods -n shop', { ...watch, namespace: 'shop' }],
    [
      'watch pods -l tier=web,!old --field-selector spec.nodeName=n1',
      { ...watch, labelSelector: 'tier=web,!old', fieldSelector: 'spec.nodeName=n1' },
    ],
    ['watch pods --output json', { ...watch, output: 'json' }],
    ['watch pods --kubeconfig f --context c', { ...watch, kubeConfigFile: 'f', context: 'c' }],
    ['watch pods --demo', { ...watch, demo }],
    ['watch pods --demo --chaos --seed 7 --rate 0.5', { ...watch, demo: { chaos: true, seed: 7, rate: 0.5 } }],
    ['doctor pods', { ...watch, name: 'doctor', output: 'text', watchSeconds: 60, timeoutSeconds: 10 }],
    [
      'doctor pods -A -l a=b --output json --watch-seconds 0.5 --timeout 2 --demo',
      {
        ...{ ...watch, name: 'doctor', allNamespaces: true, labelSelector: 'a=b', demo },
        ...{ output: 'json', watchSeconds: 0.5, timeoutSeconds: 2 },
      },
    ],
    ['serve --demo', { ...serve, demo: { ...demo, crowd: undefined } }],
    ['serve', serve],
    [
      'serve --demo --port 0 --host ::1 --chaos --seed 2 --rate 9 --pods 7 --events-per-second 8 --no-dashboard',
      {
        ...{ ...serve, port: 0, host: '::1', dashboard: false },
        demo: { chaos: true, seed: 2, rate: 9, crowd: { pods: 7, eventsPerSecond: 8 } },
      },
    ],
    ['serve --demo --pods 7', { ...serve, demo: { ...demo, crowd: { pods: 7, eventsPerSecond: 20 } } }],
    [
      'serve --kubeconfig f --context c -n shop --kinds pods,deploy --host 0.0.0.0 --authorize cluster --allowed-hosts a,.b',
      {
        ...{ ...serve, kubeConfigFile: 'f', context: 'c', namespace: 'shop', kinds: ['pods', 'deploy'] },
        ...{ host: '0.0.0.0', authorize: 'cluster', allowedHosts: ['a', '.b'] },
      },
    ],
  ])('rxinformer %s', (line, command) => {
    expect(read(line)).toEqual({ command });
  });

  it('a kubeconfig or a context asks for a real cluster, also where --demo stands, as in npm start', () => {
    expect(read('watch pods -A --demo --kubeconfig f')).toMatchObject({
      command: { demo: undefined, kubeConfigFile: 'f' },
    });
    expect(read('watch pods -A --demo --context c')).toMatchObject({ command: { demo: undefined, context: 'c' } });
  });

  it.each([
    ['', /^Usage: rxinformer/],
    ['wach pods', /^rxinformer: unknown command 'wach'\n\(Did you mean watch\?\)/],
    ['watch', /^rxinformer: missing required argument 'resource'/],
    ['watch pods nodes', /^rxinformer: too many arguments/],
    ['watch pods --outptu json', /^rxinformer: unknown option '--outptu'\n\(Did you mean --output\?\)/],
    ['watch pods --output yaml', /argument 'yaml' is invalid\. Allowed choices are table, events, json\./],
    ['watch pods -A -n shop', /'-A, --all-namespaces' cannot be used with option '-n, --namespace <name>'/],
    ['watch pods -n a/b', /'a\/b' is invalid\. A namespace has a name of lower case letters/],
    ['watch pods -l a=b=c', /'a=b=c' is invalid\. the selector "a=b=c" is wrong at character 4 \("="\): expected/],
    [
      'watch pods --field-selector spec',
      /'spec' is invalid\. the selector "spec" is wrong at its end: expected "=" or "!="/,
    ],
    ['watch pods --demo --seed x', /'x' is invalid\. It has to be a whole number from 0 to 4294967295\./],
    ['watch pods --demo --rate 0', /'0' is invalid\. It has to be a number above 0, at most 1000\./],
    ['watch pods --chaos', /^rxinformer: --chaos is for the demo/],
    ['watch pods --demo --kubeconfig f --rate 3', /^rxinformer: --rate is for the demo/],
    ['serve --chaos', /^rxinformer: --chaos is for the demo/],
    ['serve --kubeconfig f --pods 7', /^rxinformer: --pods is for the demo/],
    ['serve --demo --events-per-second 7', /^rxinformer: --events-per-second is of the pods that --pods adds/],
    ['serve --demo --authorize cluster', /^rxinformer: --authorize asks a real cluster/],
    ['serve --authorize me', /'me' is invalid\. Allowed choices are cluster\./],
    ['serve --kinds pods,,nodes', /'pods,,nodes' is invalid\. Give names with commas between them\./],
    ['serve -A', /unknown option '-A'/],
    ['serve --demo --port 70000', /'70000' is invalid\. It has to be a whole number from 0 to 65535\./],
  ])('complains about "rxinformer %s"', (line, complaint) => {
    expect(read(line)).toEqual({ complaint: expect.stringMatching(complaint) });
  });

  it('answers questions', () => {
    expect(read('--version')).toEqual({ answer: '1.2.3\n' });
    expect(read('--help')).toEqual({ answer: expect.stringMatching(/watch .*serve /s) });
    expect(read('watch --help')).toEqual({ answer: expect.stringMatching(/--field-selector .*q quits/s) });
    expect(read('help serve')).toEqual({ answer: expect.stringMatching(/--port /) });
  });
});
