/**
 * A value as JSON: as JSON.stringify writes it, or in any other way that is JSON. No line ends, which would end a watch event.
 *
 * @param hostile with members that stand twice, and escapes where none are needed
 */
export function write(value, chance, hostile = false) {
  if (!hostile && chance.one(2)) return JSON.stringify(value);
  const space = chance.one(3) ? [' ', '  ', '\t', ''] : [''];
  const some = () => chance.pick(space);
  const text = (string) => (hostile && chance.one(3) ? escaped(string, chance) : JSON.stringify(string));
  const number = (each) => (hostile && chance.one(3) ? each.toExponential() : JSON.stringify(each));
  const written = (each) => {
    if (typeof each === 'string') return text(each);
    if (typeof each === 'number') return number(each);
    if (typeof each !== 'object' || each === null) return JSON.stringify(each);
    if (Array.isArray(each)) return `[${some()}${each.map(written).join(`${some()},${some()}`)}${some()}]`;
    const members = Object.entries(each).map(([key, inner]) => `${text(key)}${some()}:${some()}${written(inner)}`);
    if (hostile && members.length > 0 && chance.one(8))
      members.splice(chance.below(members.length), 0, chance.pick(members));
    return `{${some()}${members.join(`${some()},${some()}`)}${some()}}`;
  };
  return written(value);
}

function escaped(string, chance) {
  const units = [...Array(string.length).keys()].map((i) => {
    const unit = string.charCodeAt(i);
    if (chance.one(2)) return `\\u${unit.toString(16).padStart(4, '0')}`;
    return JSON.stringify(string[i]).slice(1, -1);
  });
  return `"${units.join('')}"`;
}
