import { InvalidArgumentError, Option } from 'commander';
import { isDnsLabel, parseFieldSelector, parseLabelSelector } from '../kubernetes/index.js';
import { messageOf } from './refusal.js';

/** What both `watch --demo` and `serve` know of the demo world. */
export const seedOption = new Option('--seed <number>', 'which story the demo tells; default: 1').argParser(
  wholeNumber(0, 2 ** 32 - 1),
);
export const rateOption = new Option('--rate <number>', 'changes a second in the demo; default: 4').argParser(
  positive(1000),
);
export const chaosOption = new Option(
  '--chaos',
  'cut the connections of the demo and let its versions expire, every 10 to 22 seconds',
);

export const watchSecondsOption = new Option('--watch-seconds <number>', 'how long to observe a watch')
  .argParser(positive(86_400))
  .default(60);

export const timeoutOption = new Option('--timeout <seconds>', 'how long each other check may take')
  .argParser(positive(3600))
  .default(10);

export const portOption = new Option('--port <number>', 'where to listen; 0 for any free port')
  .argParser(wholeNumber(0, 65535))
  .default(8080);

export const labelSelectorOption = new Option(
  '-l, --selector <selector>',
  'only objects with such labels: tier=web,env!=test',
).argParser(checked((text) => parseLabelSelector(text, 'the selector')));

export const fieldSelectorOption = new Option(
  '--field-selector <selector>',
  'only objects with such fields: spec.nodeName=worker-1',
).argParser(checked((text) => parseFieldSelector(text, 'the selector')));

export const namespaceOption = new Option(
  '-n, --namespace <name>',
  'the namespace; default: that of the context',
).argParser(namespace);

function namespace(text: string): string {
  if (isDnsLabel(text)) return text;
  throw new InvalidArgumentError('A namespace has a name of lower case letters, digits and "-". For all of them: -A.');
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It has to be a whole number from ${least} to ${most}.`);
  };
}

function positive(most: number): (text: string) => number {
  return (text) => {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (number > 0 && number <= most) return number;
    throw new InvalidArgumentError(`It has to be a number above 0, at most ${most}.`);
  };
}

/** A text that is passed on as it is, once it was understood. */
function checked(parse: (text: string) => unknown): (text: string) => string {
  return (text) => {
    try {
      parse(text);
    } catch (error) {
      throw new InvalidArgumentError(`${messageOf(error)}.`);
    }
    return text;
  };
}
