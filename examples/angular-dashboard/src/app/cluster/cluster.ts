import { computed, Injectable } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { connectable, ReplaySubject } from 'rxjs';
import { type Kind, kindsOf, knownKind } from '../kinds';
import { answersOf } from './answers';
import { CONNECTION } from './connection';

const ANSWERS = connectable(answersOf(CONNECTION), { connector: () => new ReplaySubject(1) });

/** Asks what there is, before Angular is there: so the connection is open when the first list is asked for. */
export function askWhatThereIs(): void {
  ANSWERS.connect();
}

/** What there is to look at. */
@Injectable({ providedIn: 'root' })
export class Cluster {
  readonly #answer = toSignal(ANSWERS);
  /** What is wrong while the server does not say what it serves. */
  readonly problem = computed(() => {
    const answer = this.#answer();
    return answer !== undefined && 'problem' in answer ? answer.problem : undefined;
  });
  /** Undefined until the server has said what it serves. */
  readonly kinds = computed(() => {
    const answer = this.#answer();
    return answer !== undefined && 'served' in answer ? kindsOf(answer.served) : undefined;
  });

  /** Until the server has said what it serves, it is taken to have what most have: so no list waits for that. */
  kind(id: string): Kind | undefined {
    const kinds = this.kinds();
    return kinds === undefined ? knownKind(id) : kinds.find((kind) => kind.id === id);
  }

  /** That of an owner reference or an event. */
  kindOf(apiVersion: string, name: string): Kind | undefined {
    const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
    return this.kinds()?.find(({ resource }) => resource.group === group && resource.kind === name);
  }
}
