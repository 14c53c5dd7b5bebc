import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startApp, type TestApp } from '../harness/app.ts'
import { formOf } from '../harness/form.ts'
import { arbitraryOf, type Schema } from './arbitrary.ts'

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
/** A body as sent, with its type if it is not JSON. */
interface Sent {
  readonly body: unknown
  readonly type?: string
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Operations that compute a deliberately slow hash. */
const slow = new Set(['signUp', 'signIn', 'openBrowserSession'])
const endsCallers = ({ operationId }: Operation) =>
  /^(deleteMe|signOut|closeBrowserSession|revokeApiKey)$/.test(operationId)
const total = 5_000
const slowRuns = 25

// The client also checks each response against the document, so an undocumented shape fails here as well.
test(`no request causes a 5xx: at least ${total} valid and invalid requests to every operation`, async () => {
  await using t = await startApp()
  const document = t.app.swagger() as unknown as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  // Operations that end an account or a session run last, so that the others have valid callers.
  operations.sort((a, b) => Number(endsCallers(a.operation)) - Number(endsCallers(b.operation)))
  assert.ok(operations.length > 20, 'the document has all operations')
  const tokens = await credentials(t)
  const quick = operations.filter(({ operation }) => !slow.has(operation.operationId))
  // Slightly more than required, because equal requests are sent only once.
  const runs = Math.ceil((1.05 * total) / quick.length)
  let sent = 0
  const seen = new Map<number, number>()

  for (const { path, method, operation } of operations) {
    const requests = fc.record({
      path: pathOf(path, operation, document),
      query: queryOf(operation, document),
      body: bodyOf(operation, document),
      token: fc.constantFrom(...tokens),
      // Operations that do not support a header refuse the request because of it, so most requests have none.
      headers: fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        {
          weight: 1,
          arbitrary: fc.record(
            {
              'if-match': oddHeader,
              'idempotency-key': oddHeader,
              'x-request-id': oddHeader,
              accept: fc.constantFrom('application/json', 'text/html', '*/*'),
            },
            { requiredKeys: [] },
          ),
        },
      ),
    })
    const property = fc.asyncProperty(
      requests,
      async ({ path: filled, query, body: { body, type }, token, headers }) => {
        sent += 1
        const answer = await t.withToken(token).call(method, filled + query, method === 'GET' ? undefined : body, {
          headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
        })
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
        assert.ok(answer.status < 500, `${method} ${filled}${query} ${written(body)}: ${answer.text}`)
      },
    )
    await fc.assert(property, {
      numRuns: slow.has(operation.operationId) ? slowRuns : runs,
      seed: 20_261_121,
      endOnFailure: true,
    })
  }
  assert.ok(sent >= total, `${sent} were sent`)
  for (const status of [200, 400, 401, 403, 404])
    assert.ok(
      (seen.get(status) ?? 0) > 20,
      `${status} was seen ${seen.get(status) ?? 0} times: the requests are too one-sided`,
    )
})

async function credentials(t: TestApp): Promise<string[]> {
  const tokens: string[] = []
  for (const name of ['ann', 'ben', 'cid']) {
    const person = await t.as(name)
    await person.post('/v1/profiles', { name: `of ${name}` })
    const { body } = await person.post('/v1/api-keys', {
      name: 'fuzz',
      scopes: ['profiles:read', 'profiles:write', 'media:write', 'posts:read', 'posts:write', 'posts:publish'],
    })
    tokens.push(person.token, body.key)
  }
  return [...tokens, 'not.a.token']
}

const oddHeader = fc.oneof(
  fc.constantFrom('"1"', '*', 'a', ''),
  fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\x21-\x7e]/g, '~')),
)
const odd = fc.oneof(
  fc.constantFrom('', '0', '-1', '%00', '%f0%28', "'", '..', 'null', '1e9'),
  fc.string({ maxLength: 30 }).map(encodeURIComponent_),
)

function encodeURIComponent_(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function pathOf(path: string, operation: Operation, document: Document): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const values = names.map((name) => {
    const schema =
      operation.parameters?.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema ?? {}
    return fc.oneof(
      {
        weight: 3,
        arbitrary: arbitraryOf(schema, document.components.schemas).map((value) => encodeURIComponent_(String(value))),
      },
      { weight: 1, arbitrary: odd.filter((text) => text !== '' && text !== '..') },
    )
  })
  return fc
    .tuple(...values)
    .map((filled) => names.reduce((text, name, index) => text.replace(`{${name}}`, filled[index] ?? ''), path))
}

function queryOf(operation: Operation, document: Document): fc.Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const pairs = parameters.map((parameter) =>
    fc
      .option(
        fc.oneof(
          {
            weight: 3,
            arbitrary: arbitraryOf(parameter.schema, document.components.schemas).map((value) =>
              encodeURIComponent_(typeof value === 'object' ? JSON.stringify(value) : String(value)),
            ),
          },
          { weight: 1, arbitrary: odd },
        ),
      )
      .map((value) => (value === null ? null : `${parameter.name}=${value}`)),
  )
  const stray = fc.option(
    odd.map((text) => `stray=${text}`),
    { freq: 12 },
  )
  return fc
    .tuple(...pairs, stray)
    .map((all) => all.filter((pair) => pair !== null))
    .map((all) => (all.length > 0 ? `?${all.join('&')}` : ''))
}

const written = (body: unknown) => (Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body))

function bodyOf(operation: Operation, document: Document): fc.Arbitrary<Sent> {
  const content = operation.requestBody?.content ?? {}
  const form = content['multipart/form-data']
  if (form) return formsOf(form.schema, document)
  if (content['*/*']) return fc.record({ body: someBytes, type: someType }, { requiredKeys: ['body'] })
  return jsonOf(content['application/json']?.schema, document).map((body) => ({ body }))
}

/** An image of one pixel, bytes that only begin like an image, and bytes that are not an image. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const someBytes = fc.oneof(
  fc.constantFrom(pixel, pixel.subarray(0, 40), Buffer.alloc(0)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)
const someType = fc.constantFrom('image/png', 'video/mp4', 'application/octet-stream', 'text/html', 'a')

/** Returns forms as documented, and forms that lack a part, have one too many, or are truncated. */
function formsOf(schema: Schema, document: Document): fc.Arbitrary<Sent> {
  const { file: _file, ...properties } = schema.properties ?? {}
  const required = (schema.required ?? []).filter((name) => name !== 'file')
  const fields = arbitraryOf({ ...schema, properties, required }, document.components.schemas).map((value) =>
    Object.fromEntries(Object.entries(value as object).map(([name, text]) => [name, String(text).toWellFormed()])),
  )
  const form = fc.record(
    {
      file: someBytes,
      fileName: fc.oneof(fc.constantFrom('a.png', 'a.mp4', ''), fc.string({ maxLength: 20 })),
      contentType: someType,
      fields: fc.oneof({ weight: 4, arbitrary: fields }, { weight: 1, arbitrary: fc.constant({ stray: 'x' }) }),
    },
    { requiredKeys: [] },
  )
  const whole = fc.record({
    file: fc.constant(pixel),
    fileName: fc.constant('a.png'),
    contentType: fc.constant('image/png'),
    fields: fc.constant({}),
  })
  return fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: form }, { weight: 1, arbitrary: whole }),
      fc.option(fc.nat(300), { freq: 4 }),
    )
    .map(([made, cut]) => {
      const { body, contentType } = formOf(made)
      return { body: cut === null ? body : body.subarray(0, cut), type: contentType }
    })
}

function jsonOf(schema: Schema | undefined, document: Document): fc.Arbitrary<unknown> {
  const wild = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('{', '[1,', '"', '{"a":1e999}', '\u0000', '{"__proto__":null}'),
  )
  if (!schema) return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(undefined, {}) }, { weight: 1, arbitrary: wild })
  const valid = arbitraryOf(schema, document.components.schemas)
  const bent = fc
    .tuple(valid, fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }))
    .map(([value, name, other]) => {
      if (value === null || typeof value !== 'object') return other
      const keys = Object.keys(value)
      return { ...value, [keys[name.length % Math.max(1, keys.length)] ?? name]: other }
    })
  return fc.oneof({ weight: 5, arbitrary: valid }, { weight: 3, arbitrary: bent }, { weight: 1, arbitrary: wild })
}

/** Values that look empty to a person. */
const blanks = [' ', '\t', '\n', '\u00a0', '\u200b', '\ufeff', ' \u200b ']
/** Values that are invalid in a header or a URL. */
const odds = ['a\nb', 'a\u0000b', 'ä', '@', '://', '@@', '..']

test('no input in a form for connecting an account causes a 5xx', async () => {
  await using t = await startApp({ sandbox: true, settings: { BLUESKY_URL: 'http://127.0.0.1:1' } })
  const ada = await t.as('ada')
  const profileId: string = (await ada.post('/v1/profiles', { name: 'of ada' })).body.id
  const document = t.app.swagger() as unknown as Document
  const forms = Object.entries(document.paths).flatMap(([path, { post }]) => {
    const schema = post?.requestBody?.content['application/json']?.schema
    const form = schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!] : schema
    return form?.properties?.profileId && path.startsWith('/v1/platforms/') ? [{ path, form }] : []
  })
  assert.ok(forms.length >= 4, 'two direct connects and two choices of a page')
  for (const { path, form } of forms) {
    const example = form.examples?.[0] as object
    const right = {
      ...example,
      ...('instanceUrl' in example && { instanceUrl: `${t.sandbox.url}/mastodon` }),
      profileId,
    }
    for (const field of Object.keys(right).filter((name) => name !== 'profileId')) {
      for (const value of [...blanks, ...odds]) {
        const { status, body, text } = await ada.post(path, { ...right, [field]: value })
        // The Bluesky server here accepts no connections, which is reported as such.
        const isAway = !blanks.includes(value) && ['network_unavailable', 'network_misconfigured'].includes(body.code)
        assert.ok((status >= 400 && status < 500) || isAway, `${path} ${field} ${JSON.stringify(value)}: ${text}`)
      }
    }
  }
})
