import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSignature, type Signable } from './signature.ts'

/**
 * The two examples that Amazon publishes with the algorithm: a GET signed in headers, and a GET signed in its query,
 * with their key.
 */
const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const signedAt = new Date('2013-05-24T00:00:00Z')
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const inHeaders: Signable = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': nothing,
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
}
const inQuery: Signable = {
  method: 'GET',
  url: '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  headers: { host: 'examplebucket.s3.amazonaws.com' },
}

const codeOf = (request: Signable, at = signedAt): string => {
  const verdict = checkSignature(request, key, at)
  return verdict.good ? 'good' : verdict.code
}
const withHeader = (name: string, value: string): Signable => ({
  ...inHeaders,
  headers: { ...inHeaders.headers, [name]: value },
})

test('the published examples are valid, both in headers and in the query', () => {
  assert.deepEqual(checkSignature(inHeaders, key, signedAt), { good: true, payload: nothing })
  assert.deepEqual(checkSignature(inQuery, key, signedAt), { good: true, payload: null })
})

test('any change to a signed request makes it invalid', () => {
  assert.equal(codeOf({ ...inHeaders, method: 'PUT' }), 'SignatureDoesNotMatch')
  assert.equal(codeOf({ ...inHeaders, url: '/test.tx' }), 'SignatureDoesNotMatch')
  assert.equal(codeOf({ ...inHeaders, url: '/test.txt?acl' }), 'SignatureDoesNotMatch')
  assert.equal(codeOf(withHeader('range', 'bytes=0-10')), 'SignatureDoesNotMatch')
  assert.equal(codeOf(withHeader('host', 'otherbucket.s3.amazonaws.com')), 'SignatureDoesNotMatch')
  assert.equal(codeOf(withHeader('x-amz-content-sha256', nothing.replace('e', 'f'))), 'SignatureDoesNotMatch')
  assert.equal(codeOf({ ...inQuery, url: inQuery.url.replace('86400', '86401') }), 'SignatureDoesNotMatch')
  assert.equal(codeOf({ ...inQuery, url: inQuery.url.replace(/4$/, '5') }), 'SignatureDoesNotMatch')
})

test('an unsigned header that affects the store is rejected', () => {
  assert.equal(codeOf(withHeader('x-amz-acl', 'public-read')), 'AccessDenied')
  assert.equal(codeOf(withHeader('content-type', 'text/html')), 'AccessDenied')
  assert.equal(codeOf({ ...inQuery, headers: { ...inQuery.headers, 'x-amz-acl': 'public-read' } }), 'AccessDenied')
})

test('a signature is valid only for its time', () => {
  const later = (ms: number) => new Date(signedAt.getTime() + ms)
  assert.equal(codeOf(inHeaders, later(15 * 60_000)), 'good')
  assert.equal(codeOf(inHeaders, later(15 * 60_000 + 1)), 'RequestTimeTooSkewed')
  assert.equal(codeOf(inHeaders, later(-15 * 60_000 - 1)), 'RequestTimeTooSkewed')
  assert.equal(codeOf(inQuery, later(86_400_000)), 'good')
  assert.equal(codeOf(inQuery, later(86_400_001)), 'AccessDenied')
  assert.equal(codeOf(inQuery, later(-15 * 60_000 - 1)), 'AccessDenied')
})

test('a request without a signature, or signed with another key, is rejected', () => {
  assert.equal(codeOf({ ...inQuery, url: '/test.txt' }), 'AccessDenied')
  assert.equal(codeOf({ ...inQuery, url: inQuery.url.replace('AKIAIOS', 'AKIAIOT') }), 'InvalidAccessKeyId')
  const other = checkSignature(inQuery, { ...key, secretAccessKey: 'another' }, signedAt)
  assert.equal(other.good ? 'good' : other.code, 'SignatureDoesNotMatch')
})
