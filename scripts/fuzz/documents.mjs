import { Pods } from '../../bench/load/pods.mjs';
import { anyKey, anyMembers, anyValue } from './values.mjs';
import { write } from './write.mjs';

const pods = new Pods({ count: 3000 });
const PODS = 60;
const texts = [];
const VERSION = /"resourceVersion":"\d+"/;
const NAMES = ['a', 'b', 'c', 'web-0', 'web-1'];

/** Versions are never given twice: an item of a version that is known is what is known, whatever else it says. */
let version = 0;
/** The document before. */
let last = '';

const VERSIONS_A_BATCH = 10_000;

/** A batch gives the same documents whatever came before it, so that it can be seen again alone. */
export function beginBatch(batch) {
  version = batch * VERSIONS_A_BATCH;
  last = '';
}

/** The text of one document: mostly JSON, and an object of Kubernetes; half of them are the next version of the one before. */
export function anyDocument(chance) {
  last = (chance.one(2) ? nextVersion(chance, last) : undefined) ?? newDocument(chance);
  return last;
}

/** The same text with another version, another character near its end, and sometimes anywhere. Undefined where its version is not to be found. */
function nextVersion(chance, before) {
  const next = before.replace(VERSION, `"resourceVersion":"${++version}"`);
  if (!next.includes(`"${version}"`) || versionOf(next) !== String(version)) return undefined;
  const at = Math.max(0, next.length - 1 - chance.below(chance.pick([20, 300, next.length])));
  const changed = next.slice(0, at) + next.slice(at).replace(/[a-z\d]/, () => chance.pick([...'0123456789abc']));
  const text = chance.one(10) ? garbled(chance, changed) : changed;
  // The version itself may have become one that is given later.
  return [undefined, String(version)].includes(versionOf(text)) ? text : undefined;
}

function versionOf(text) {
  try {
    return JSON.parse(text).metadata?.resourceVersion;
  } catch {
    return undefined;
  }
}

function newDocument(chance) {
  const kind = chance.below(10);
  if (kind < 3) return realDocument(chance);
  return kind < 6 ? generated(chance) : hostile(chance);
}

/**
 * Two documents that are alike: `before`, as a server writes it, and `text`, the same changed in a few places, or in a few characters.
 */
export function anyKin(chance) {
  const object = chance.one(2) ? JSON.parse(podText(chance)) : anyMembers(chance);
  named(chance, object);
  const before = JSON.stringify(object);
  for (let i = chance.below(4); i > 0; i--) mutate(chance, object);
  named(chance, object);
  const text = chance.one(4) ? write(object, chance, true) : JSON.stringify(object);
  return { before, text: chance.one(3) ? garbled(chance, text) : text };
}

/** A pod of the bench: as it is, changed here and there, or not even JSON any more. */
function realDocument(chance) {
  const text = podText(chance).replace(VERSION, `"resourceVersion":"${++version}"`);
  if (chance.one(3)) return text;
  const pod = JSON.parse(text);
  for (let i = chance.below(4); i > 0; i--) mutate(chance, pod);
  named(chance, pod, pod.metadata?.name);
  const other = chance.one(4) ? write(pod, chance) : JSON.stringify(pod);
  return chance.one(5) ? garbled(chance, other) : other;
}

/** One of a few pods in one of a few versions. */
function podText(chance) {
  const [i, version] = [chance.below(PODS), chance.below(3)];
  texts[i * 3 + version] ??= JSON.stringify(pods.pod(i, version));
  return texts[i * 3 + version];
}

function generated(chance) {
  const object = anyMembers(chance);
  named(chance, object);
  if (chance.one(3)) object.spec = anyMembers(chance);
  if (chance.one(3)) object.metadata.managedFields = anyValue(chance);
  return write(object, chance);
}

/** As `generated`, and written as nobody should: see `write`. */
function hostile(chance) {
  const object = anyMembers(chance);
  named(chance, object);
  object.metadata = { ...anyMembers(chance), ...object.metadata };
  const text = write(object, chance, true);
  return chance.one(3) ? garbled(chance, text) : text;
}

function named(chance, object, name = chance.pick(NAMES)) {
  if (typeof object.metadata !== 'object' || object.metadata === null || Array.isArray(object.metadata))
    object.metadata = {};
  object.metadata.name = name;
  if (chance.one(2)) object.metadata.namespace = 'shop';
  else if (typeof object.metadata.namespace !== 'string') delete object.metadata.namespace;
  object.metadata.resourceVersion = String(++version);
  object.kind = 'Pod';
}

/** Changes one place of an object, at any depth. */
function mutate(chance, object) {
  let place = object;
  for (let depth = chance.below(6); depth > 0; depth--) {
    const inner = Object.values(place).filter((value) => typeof value === 'object' && value !== null);
    if (inner.length === 0) break;
    place = chance.pick(inner);
  }
  const keys = Object.keys(place);
  const key = chance.pick(keys) ?? 'a';
  switch (chance.below(6)) {
    case 0:
      if (Array.isArray(place)) place.splice(Number(key), 1);
      else delete place[key];
      break;
    case 1:
      place[key] = anyValue(chance);
      break;
    case 2:
      if (Array.isArray(place)) place.push(anyValue(chance));
      else place[anyKey(chance)] = place[key];
      break;
    case 3:
      place[key] = structuredClone(object.spec ?? {});
      break;
    case 4:
      if (Array.isArray(place)) place.reverse();
      else reorder(chance, place);
      break;
    case 5:
      place[key] = JSON.parse(podText(chance))[chance.pick(['spec', 'status', 'metadata'])];
      break;
  }
}

/** Sorted, as custom resources come, or turned. */
function reorder(chance, members) {
  const keys = Object.keys(members);
  const entries = (chance.one(2) ? keys.toSorted() : keys.toReversed()).map((key) => [key, members[key]]);
  for (const [key] of entries) delete members[key];
  for (const [key, value] of entries) members[key] = value;
}

/** One to three characters fewer, more, or others. */
function garbled(chance, text) {
  let garbled = text;
  for (let i = 1 + chance.below(3); i > 0; i--) {
    const at = chance.below(garbled.length);
    const other = chance.pick([...'{}[]",:\\ 0e-.tfnu', '\u007f', 'ü', '\u0001']);
    garbled = garbled.slice(0, at) + (chance.one(3) ? '' : other) + garbled.slice(at + chance.below(2));
  }
  return garbled.replaceAll('\n', ' ');
}
