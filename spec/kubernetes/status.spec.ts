import { describe, expect, it } from '@jest/globals';
import { isStatus, makeStatus, readStatus, statusOf } from '../../lib/kubernetes/index.js';

describe('makeStatus', () => {
  it('makes a failure as the API server words it', () => {
    expect(makeStatus(404, 'NotFound', 'pods "web-0" not found', { name: 'web-0', kind: 'pods' })).toEqual({
      apiVersion: 'v1',
      kind: 'Status',
      metadata: {},
      status: 'Failure',
      message: 'pods "web-0" not found',
      reason: 'NotFound',
      details: { name: 'web-0', kind: 'pods' },
      code: 404,
    });
  });

  it('makes a success below 400, without details where there are none', () => {
    const done = makeStatus(200, '', '');
    expect(done.status).toBe('Success');
    expect(done).not.toHaveProperty('details');
  });
});

describe('isStatus', () => {
  it('tells a Status from an object', () => {
    expect(isStatus({ kind: 'Status', apiVersion: 'v1' })).toBe(true);
    expect(isStatus({ kind: 'Status' })).toBe(true);
    expect(isStatus({ kind: 'Status', apiVersion: 'example.com/v1' })).toBe(false);
    expect(isStatus({ kind: 'Pod', apiVersion: 'v1' })).toBe(false);
    expect([null, undefined, 'Status', 410, []].filter(isStatus)).toEqual([]);
  });
});

describe('readStatus', () => {
  it('reads back what makeStatus made', () => {
    const causes = [{ reason: 'FieldValueInvalid', message: 'no', field: 'spec.x' }];
    const made = makeStatus(422, 'Invalid', 'no', {
      name: 'a',
      group: 'b',
      kind: 'c',
      uid: 'd',
      causes,
      retryAfterSeconds: 3,
    });
    expect(readStatus(JSON.parse(JSON.stringify(made)))).toEqual(made);
  });

  it('fills in what a sparse Status leaves out', () => {
    expect(readStatus({ kind: 'Status' }, 410)).toEqual(makeStatus(410, '', ''));
    expect(readStatus({ kind: 'Status', status: 'Success' })).toMatchObject({ status: 'Success', code: 0 });
  });

  it('takes a reason that is not known for none', () => {
    expect(readStatus({ kind: 'Status', reason: 'Tired', code: 410 })?.reason).toBe('');
    expect(readStatus({ kind: 'Status', reason: 'toString', code: 410 })?.reason).toBe('');
  });

  it('passes over fields of a wrong type', () => {
    const read = readStatus({
      kind: 'Status',
      code: '410',
      message: 7,
      reason: ['Gone'],
      metadata: null,
      details: { name: 7, causes: [null, 'x', { message: 'm', reason: 1 }], retryAfterSeconds: '1' },
    });
    expect(read).toEqual({ ...makeStatus(0, '', '', { causes: [{ message: 'm' }] }), status: 'Failure' });
  });

  it('keeps the continue token that comes with an expired list', () => {
    expect(
      readStatus({ kind: 'Status', code: 410, reason: 'Expired', metadata: { continue: 'abc' } })?.metadata,
    ).toEqual({
      continue: 'abc',
    });
  });

  it('is undefined for anything else', () => {
    expect(readStatus({ kind: 'Pod' })).toBeUndefined();
    expect(readStatus(undefined)).toBeUndefined();
  });
});

describe('statusOf', () => {
  it('is the Status in the body, whatever the code says', () => {
    const expired = makeStatus(410, 'Expired', 'too old resource version: 1 (5)');
    expect(statusOf(500, JSON.stringify(expired))).toEqual(expired);
  });

  it('lends its code to a Status that has none', () => {
    expect(statusOf(403, '{"kind":"Status","status":"Failure"}').code).toBe(403);
  });

  it.each([
    [400, 'BadRequest'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'NotFound'],
    [405, 'MethodNotAllowed'],
    [406, 'NotAcceptable'],
    [409, 'Conflict'],
    [415, 'UnsupportedMediaType'],
    [422, 'Invalid'],
    [429, 'TooManyRequests'],
    [500, 'InternalError'],
    [502, 'InternalError'],
    [503, 'ServiceUnavailable'],
    [504, 'Timeout'],
    [410, ''],
    [413, ''],
    [302, ''],
  ] as const)('takes a plain %i for reason %j', (code, reason) => {
    expect(statusOf(code, 'nope')).toEqual({ ...makeStatus(code, reason, 'nope'), status: 'Failure' });
  });

  it('caps a text at 2048 bytes and never says nothing', () => {
    expect(statusOf(502, 'x'.repeat(10_000)).message).toHaveLength(2048);
    expect(statusOf(502, ` ${'ü'.repeat(10_000)}`).message).toBe('ü'.repeat(1023));
    expect(statusOf(502, ' \n').message).toBe('without an explanation');
  });

  it.each([
    ['its title', '<html>\r\n<head><title>Bad\n Gateway</title></head><body><h1>No</h1>', 'Bad Gateway'],
    ['its title, without the code', '<!DOCTYPE html><title lang="en">502 Bad Gateway</title>', 'Bad Gateway'],
    ['its words, if it has no title', '<html><body><h1>No way</h1><p>Ask&nbsp;Bob</p></body></html>', 'No way Ask Bob'],
    ['its words, if its title is empty', '<html><title> </title><b>No</b> way', 'No way'],
    ['no script, style or comment', '<html><!-- a <b> --><style>b{}</style><SCRIPT>1<2</SCRIPT>No', 'No'],
    ['nothing of a style that does not end', `<html><b>No</b><style>${'b{} '.repeat(1000)}`, 'No'],
    ['120 characters', `<p>${'ü'.repeat(500)}`, `${'ü'.repeat(119)}…`],
    ['no half characters', `<p>${'😀'.repeat(150)}`, `${'😀'.repeat(119)}…`],
    ['that it says nothing', '<html><body><img src="cat.png"></body></html>', 'without an explanation'],
  ])('of a page says %s', (_, page, message) => {
    expect(statusOf(502, page).message).toBe(message);
  });

  it('of the code, which whoever shows it says too, says nothing', () => {
    expect(statusOf(404, '404 page not found\n').message).toBe('page not found');
    expect(statusOf(404, '404').message).toBe('without an explanation');
    expect(statusOf(404, '4045 pages').message).toBe('4045 pages');
    expect(statusOf(404, '502 from upstream').message).toBe('502 from upstream');
  });

  it('reads JSON that is no Status as text', () => {
    expect(statusOf(404, '{"error":"no route"}')).toMatchObject({
      reason: 'NotFound',
      message: '{"error":"no route"}',
    });
  });
});
