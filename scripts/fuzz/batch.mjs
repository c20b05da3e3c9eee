import { pick } from '../../dist/codec/fields.js';
import { DecodeError, fieldTree, jsonEncoding } from '../../dist/codec/index.js';
import { keyOf } from '../../dist/kubernetes/index.js';
import { Chance } from './chance.mjs';
import { anyDocument, anyKin, beginBatch } from './documents.mjs';

const DOCUMENTS = 100;
const FIELDS = [
  undefined,
  undefined,
  undefined,
  ['metadata.labels', 'spec.nodeName', 'status.phase'],
  ['spec', 'metadata.annotations', 'a.b', 'status.conditions.type'],
];
const encoder = new TextEncoder();

/** What came of the documents so far. */
export class Tally {
  documents = 0;
  bytes = 0;
  accepted = 0;
  refused = 0;
  differences = [];
}

/** Some documents through one decoder, which knows the newest version of each object: some as a list, the others as events. */
export function runBatch(seed, batch, tally) {
  beginBatch(batch);
  const chance = new Chance(seed * 1_000_003 + batch);
  const managedFields = chance.pick(['drop', 'drop', 'keep']);
  const fields = chance.pick(FIELDS);
  const strict = !chance.one(8);
  const options = `managedFields ${managedFields}, ${strict ? '' : 'not '}frozen${fields === undefined ? '' : `, fields ${fields}`}`;
  const tree = fields === undefined ? undefined : fieldTree(fields);
  const known = new Map();
  const decodeOptions = { managedFields, strict, fields: tree, typeMeta: undefined };
  const encoding = jsonEncoding({ ...decodeOptions, known: (key) => known.get(key) });
  const forgetful = jsonEncoding(decodeOptions);
  const judge = (text, outcome, isKnown = true) => {
    tally.documents++;
    tally.bytes += text.length;
    const what = difference(text, outcome, { managedFields, tree, strict });
    if (what !== undefined) tally.differences.push({ batch, what, text, options });
    if (outcome.object === undefined) tally.refused++;
    else {
      tally.accepted++;
      if (isKnown) known.set(keyOf(outcome.object), outcome.object);
    }
  };
  for (let i = 0; i < DOCUMENTS; i++) {
    if (chance.one(4)) {
      const { before, text } = anyKin(chance);
      judge(text, listedBehind(forgetful, before, text, chance), false);
      continue;
    }
    const text = anyDocument(chance);
    const isItem = chance.one(3);
    judge(text, isItem ? listed(encoding, text, chance) : watched(encoding, text, chance));
  }
}

/** @returns `{ object }`, or `{ error }` when it is refused */
function listed(encoding, text, chance) {
  const outcome = {};
  return caught(outcome, () => {
    const list = encoding.list(sinkOf(outcome));
    feed(list, `{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[${text}]}`, chance);
    list.end();
  });
}

/** In a list behind another that it is like. */
function listedBehind(encoding, before, text, chance) {
  const outcome = {};
  let first = true;
  const sink = sinkOf(outcome);
  const object = (taken) => {
    if (!first) sink.object(taken);
    first = false;
  };
  return caught(outcome, () => {
    const list = encoding.list({ ...sink, object });
    feed(list, `{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[${before},${text}]}`, chance);
    list.end();
  });
}

function watched(encoding, text, chance) {
  const outcome = {};
  return caught(outcome, () => {
    const watch = encoding.watch(sinkOf(outcome));
    feed(watch, `{"type":"MODIFIED","object":${text}}\n`, chance);
    const leftover = watch.end();
    if (leftover !== undefined) throw leftover;
  });
}

function sinkOf(outcome) {
  const refused = (error) => {
    outcome.error = error;
  };
  const take = (object) => {
    // More than one, of a text that closes the list or the event itself, is for nobody to judge here.
    if (outcome.object !== undefined) outcome.isMany = true;
    outcome.object = object;
  };
  return {
    object: take,
    refused,
    frame: (frame) => ('object' in frame ? take(frame.object) : refused(new DecodeError(frame.type))),
  };
}

function caught(outcome, act) {
  try {
    act();
  } catch (error) {
    return { error };
  }
  return outcome.isMany || outcome.error !== undefined ? { error: outcome.error ?? new DecodeError('many') } : outcome;
}

function feed(decoder, text, chance) {
  const bytes = encoder.encode(text);
  let from = 0;
  for (let cuts = chance.below(4); cuts > 0; cuts--) {
    const to = from + chance.below(bytes.length - from);
    decoder.write(bytes.subarray(from, to));
    from = to;
  }
  decoder.write(bytes.subarray(from));
}

/** What is wrong with an outcome, if anything. */
function difference(text, { object, error }, { managedFields, tree, strict }) {
  if (error !== undefined && !(error instanceof DecodeError)) return `it throws ${error.stack}`;
  const parsed = parse(text);
  if (!isUsable(parsed)) {
    // What is passed over is not checked: managedFields, and what is not to be kept.
    const isAllParsed = managedFields === 'keep' && tree === undefined;
    return object !== undefined && isAllParsed && parsed === undefined ? 'it takes what JSON.parse refuses' : undefined;
  }
  if (object === undefined) return `it refuses what JSON.parse takes: ${error?.message}`;
  if (managedFields === 'drop') delete parsed.metadata.managedFields;
  const expected = tree === undefined ? parsed : pick(parsed, tree);
  if (!isEqual(object, expected)) return `it makes ${JSON.stringify(object).slice(0, 1000)}`;
  return strict && !isFrozen(object) ? 'it is not frozen' : undefined;
}

function parse(text) {
  // A lone surrogate cannot be sent.
  const sent = new TextDecoder().decode(encoder.encode(text));
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
}

/** Whether the rules of objects let it in: it has a name, and a kind in an event. */
function isUsable(parsed) {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return false;
  const { name, namespace } = Object(parsed.metadata);
  const isName = (value) => typeof value === 'string' && value !== '' && !value.includes('/');
  return isName(name) && (namespace === undefined || namespace === '' || isName(namespace)) && parsed.kind === 'Pod';
}

/** Members in any order: of two versions that are equal but for that, one is used for both. */
function isEqual(a, b) {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
}

function isFrozen(value) {
  return (
    typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen))
  );
}
