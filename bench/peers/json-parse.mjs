// The least that a program without an informer does: fetch the list and parse it. Prints one JSON line with the figures of a sync.
//   node --expose-gc bench/peers/json-parse.mjs --port P [--page 500]
import { printFigures, readArguments } from '../measure/arguments.mjs';
import { LoadServer } from '../measure/load-server.mjs';
import { measure } from '../measure/measure.mjs';

const args = readArguments({ page: { type: 'string' } });
const server = new LoadServer(args.port);
let pods = [];
const subject = {
  async start() {
    let token = '';
    do {
      const query = args.page === undefined ? '' : `?limit=${args.page}&continue=${token}`;
      const { items, metadata } = JSON.parse(await (await fetch(`${server.url}/api/v1/pods${query}`)).text());
      for (const item of items) pods.push(item);
      token = metadata.continue;
    } while (token);
    return pods.length;
  },
  stop() {
    pods = [];
  },
};
printFigures({ informer: 'list and JSON.parse', ...(await measure(subject, server, { watch: 0 })) });
