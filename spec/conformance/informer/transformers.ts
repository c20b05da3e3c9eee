import type { V1ConfigMap } from '@kubernetes/client-node';
import type { Draft } from 'immer';
import type { Plain } from '../../../lib/kubernetes/index.js';
import { TransformError, type Transformer } from '../trace.js';

type ConfigMapDraft = Draft<Plain<V1ConfigMap>>;

/** The transformers that traces name, as our informers take them: functions that change a draft. */
export function draftTransformer(name: Transformer): ((draft: ConfigMapDraft) => void) | undefined {
  switch (name) {
    case 'none':
      return undefined;
    case 'strip':
      return (draft) => {
        delete draft.data;
      };
    case 'failing':
      return ({ metadata }) => {
        if (metadata.labels?.fail === 'true') throw new TransformError('asked to fail');
      };
    case 'count':
      return ({ metadata }) => {
        const transformed = String(Number(metadata.labels?.transformed ?? '0') + 1);
        metadata.labels = { ...metadata.labels, transformed };
      };
    case 'rename':
      return ({ metadata }) => {
        metadata.name = `${metadata.name}-renamed`;
      };
    case 'blankVersion':
      return ({ metadata }) => {
        metadata.resourceVersion = '';
      };
  }
}
