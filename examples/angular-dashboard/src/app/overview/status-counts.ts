import { type Commit, coalesce, count, groupBy } from 'rxinformer';
import { map, type Observable } from 'rxjs';
import type { Kind, Row, Status } from '../kinds';
import { byTone, TONES } from '../ui/tone';

export interface StatusCount extends Status {
  readonly count: number;
}

/** As often as somebody can read it. */
const OFTEN_MS = 250;

/** How many objects there are in each status, those that are well first. */
export function statusCounts({ status }: Kind, commits$: Observable<Commit<Row>>): Observable<readonly StatusCount[]> {
  return commits$.pipe(
    groupBy(
      (row) => {
        const found = status?.(row);
        return found && `${found.tone}/${found.text}`;
      },
      { objects: count() },
    ),
    coalesce(OFTEN_MS),
    map(({ snapshot }) =>
      snapshot
        .list()
        .map(({ key, objects }) => ({ ...statusOfKey(key), count: objects }))
        .sort(byTone),
    ),
  );
}

function statusOfKey(key: string): Status {
  const end = key.indexOf('/');
  return { tone: TONES.find((tone) => tone === key.slice(0, end)) ?? 'off', text: key.slice(end + 1) };
}
