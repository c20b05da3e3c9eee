import { describe, expect, it } from '@jest/globals';
import { Observable, of, Subject, throwError } from 'rxjs';
import { Turns } from '../../../lib/transport/node/turns.js';
import { hear } from '../support/heard.js';

describe('Turns', () => {
  it('lets so many run at the same time, and the others in the order in which they came', () => {
    const turns = new Turns(2);
    const begun: number[] = [];
    const work = [0, 1, 2, 3].map(() => new Subject<string>());
    work.forEach((work$, index) => {
      const counted$ = new Observable<string>((subscriber) => {
        begun.push(index);
        return work$.subscribe(subscriber);
      });
      hear(turns.run(counted$));
    });
    expect(begun).toEqual([0, 1]);
    work[1]?.complete();
    expect(begun).toEqual([0, 1, 2]);
    work[0]?.error(new Error('failed'));
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('passes everything on', () => {
    const turns = new Turns(1);
    expect(hear(turns.run(of(1, 2)))).toMatchObject({ values: [1, 2], completed: true });
    expect(hear(turns.run(throwError(() => 'no')))).toMatchObject({ error: 'no' });
    expect(hear(turns.run(of(3)))).toMatchObject({ values: [3], completed: true });
  });

  it('gives the turn of one who leaves to the next, and none to one who left while waiting', () => {
    const turns = new Turns(1);
    const endless$ = new Subject<never>();
    const first = hear(turns.run(endless$));
    const second = hear(turns.run(of('second')));
    const third = hear(turns.run(of('third')));
    second.subscription.unsubscribe();
    first.subscription.unsubscribe();
    expect([second.values, third.values]).toEqual([[], ['third']]);
    expect(hear(turns.run(of('fourth'))).values).toEqual(['fourth']);
  });

  it('takes no more than one turn from one who leaves twice', () => {
    const turns = new Turns(1);
    const endless$ = new Subject<never>();
    const first = hear(turns.run(endless$));
    first.subscription.unsubscribe();
    first.subscription.unsubscribe();
    hear(turns.run(endless$));
    expect(hear(turns.run(of('waits'))).values).toEqual([]);
  });
});
