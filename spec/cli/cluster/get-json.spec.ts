import { describe, expect, it } from '@jest/globals';
import { AnswerError, getJson } from '../../../lib/cli/cluster/get-json.js';
import { ScriptedServer } from '../../support/scripted-server.js';

describe('getJson', () => {
  function asked() {
    const server = new ScriptedServer();
    const heard: unknown[] = [];
    const note = (value: unknown) => heard.push(value);
    getJson(server, '/version').subscribe({ next: note, error: note });
    return { heard, exchange: server.last };
  }

  it('gives a document, however it is cut', () => {
    const { heard, exchange } = asked();
    exchange.open().send('{"a":', '"ü"}').end();
    expect(heard).toEqual([{ a: 'ü' }]);
  });

  it('says why a server refuses, and that what is no JSON comes from no API server', () => {
    const refused = asked();
    refused.exchange.refuse(403, 'Forbidden');
    const page = asked();
    page.exchange.open().send('<html>').end();
    expect([refused.heard[0], page.heard[0]]).toMatchObject([
      { name: 'AnswerError', message: 'no: Forbidden' },
      { name: 'AnswerError', message: 'the answer is no JSON: this is no Kubernetes API server' },
    ]);
  });

  it('reads no document without end', () => {
    const { heard, exchange } = asked();
    exchange.open();
    const chunk = ' '.repeat(8 * 1024 * 1024);
    for (let sent = 0; sent < 5; sent++) exchange.send(chunk);
    expect(heard).toEqual([expect.any(AnswerError)]);
    expect(exchange.aborted).toBe(true);
  });
});
