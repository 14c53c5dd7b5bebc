import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { z } from 'zod'
import type { HttpRequest } from '#connectors/connector.ts'
import { richPosts } from '#test/connector-suite/cases.ts'
import { fileOf, filesOf, heavyStillOf } from '#test/connector-suite/files.ts'
import { pinterest as network } from '#test/connector-suite/networks/pinterest.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'

/** Checks all requests to Pinterest against the OpenAPI description that Pinterest publishes. */
const parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean().optional() })
const operation = z.object({
  parameters: z.array(z.union([parameter, z.object({ $ref: z.string() })])).optional(),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.object({ $ref: z.string() }) })) })
    .optional(),
})
const shape = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    parameters: z.record(z.string(), parameter.loose()),
    schemas: z.record(z.string(), z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() })),
  }),
})
const document = shape.parse(JSON.parse(await readFile(new URL('openapi.json', import.meta.url), 'utf8')))
const { paths, components } = document

/** The schemas of bodies. Unlike in the description, an undocumented field counts as an error. */
const ajv = new Ajv({ strict: false })
for (const [name, schema] of Object.entries(components.schemas)) {
  const isClosed = schema.properties !== undefined && !name.startsWith('Oauth')
  ajv.addSchema({ ...schema, ...(isClosed ? { additionalProperties: false } : {}) }, `#/components/schemas/${name}`)
}

/** The schema of a token request depends on its grant. */
const ofGrant: Readonly<Record<string, string>> = {
  authorization_code: '#/components/schemas/OauthAccessTokenRequestCode',
  refresh_token: '#/components/schemas/OauthAccessTokenRequestRefresh',
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly contentType: string
  readonly body: string
}

/** Lists what the description does not allow in a request. */
function faultsOf({ method, path, query, contentType, body }: Sent): readonly string[] {
  const pattern = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '\\d+')}$`)
  const template = Object.keys(paths).find((one) => pattern(one).test(path))
  const found = template === undefined ? undefined : paths[template]?.[method.toLowerCase()]
  if (!found) return [`unknown operation ${method} ${path}`]
  const known = (found.parameters ?? []).map((one) =>
    '$ref' in one ? components.parameters[one.$ref.slice('#/components/parameters/'.length)] : one,
  )
  const names = known.flatMap((one) => (one?.in === 'query' ? [one.name] : []))
  const faults = [...query.keys()].filter((name) => !names.includes(name)).map((name) => `${name} is not a parameter`)
  const wanted = found.requestBody?.content
  if (!wanted) return body === '' ? faults : [...faults, 'there is a body']
  const schema = wanted[contentType]?.schema.$ref
  if (schema === undefined) return [...faults, `${contentType} is not accepted`]
  const value = contentType === 'application/json' ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
  const check = ajv.getSchema(ofGrant[value.grant_type] ?? schema) ?? assert.fail(`unknown schema ${schema}`)
  return check(value) ? faults : [...faults, ajv.errorsText(check.errors)]
}

function sentBy(request: HttpRequest, base: string, body: Buffer): Sent {
  const url = new URL(request.url)
  const contentType = (request.headers?.['content-type'] ?? '').split(';')[0] ?? ''
  const path = url.pathname.slice(new URL(base).pathname.length)
  return { method: request.method, path, query: url.searchParams, contentType, body: body.toString('utf8') }
}

async function bytesOf({ body = '' }: HttpRequest): Promise<Buffer> {
  if (typeof body === 'string') return Buffer.from(body)
  return Symbol.asyncIterator in body ? Buffer.concat(await Array.fromAsync(body)) : Buffer.from(body)
}

test('Pinterest: every request that the connector sends conforms to Pinterest’s OpenAPI description', async (t) => {
  const stand = await openStand(t, 'pinterest')
  const faults: string[] = []
  const names = new Set<string>()
  stand.standBetween(async (request, send) => {
    const body = await bytesOf(request)
    // The file store is not part of the API, and describes its own form.
    if (request.name !== 'uploadMedia') {
      names.add(request.name)
      for (const fault of faultsOf(sentBy(request, stand.url, body))) faults.push(`${request.name}: ${fault}`)
    }
    return send(body.length > 0 ? { ...request, body } : request)
  })
  const { connector } = network
  const signedIn = await signIn(stand, network, 'alice')
  const call = { grant: signedIn.grant, http: stand.http(), signal: new AbortController().signal }
  const picture = fileOf('image/png')
  const heavy = heavyStillOf(connector.limits, 9_000_000)
  const heavies = [1, 2, 3].map(() => heavyStillOf(connector.limits, 1_900_000))
  const link = 'https://example.com/harbour'
  const posts = [
    ...Object.values(richPosts(network)).map(({ make, files }) => ({ post: make(signedIn, 'rich'), files })),
    { post: postOf(signedIn, 'one', { title: 'T', link, media: [picture.item] }), files: [picture] },
    { post: postOf(signedIn, 'heavy', { media: [heavy.item] }), files: [heavy] },
    { post: postOf(signedIn, 'heavies', { media: heavies.map(({ item }) => item) }), files: heavies },
  ]
  const ids: string[] = []
  for (const { post, files } of posts) {
    const walker = walkerOf(stand, signedIn, post, filesOf(...files))
    const { failure, error } = await walker.toEnd()
    assert.deepEqual([failure, error], [null, null])
    ids.push(...walker.shown.flatMap(({ remoteId }) => remoteId ?? []))
  }
  const again = walkerOf(stand, signedIn, postOf(signedIn, 'one', { media: [picture.item] }), filesOf(picture))
  assert.equal(await again.find(), 'absent')
  await connector.metrics?.(call, ids)
  await connector.auth.refresh?.(stand.http(), signedIn.grant)
  assert.deepEqual(faults, [])
  const wanted = 'createPin getBoardPins getBoardSections getBoards getMedia getPin getUserAccount registerMedia token'
  assert.deepEqual([...names].sort().join(' '), wanted)
})

test('Pinterest: the description distinguishes invalid requests from valid ones', () => {
  const request = { method: 'POST', path: '/pins', query: new URLSearchParams(), contentType: 'application/json' }
  const source = { source_type: 'video_id', media_id: '7', cover_image_key_frame_time: 2 }
  const faultsIn = (pin: object) => faultsOf({ ...request, body: JSON.stringify(pin) }).length
  const pin = { board_id: '7', media_source: source }
  assert.equal(faultsIn(pin), 0)
  assert.equal(faultsIn({ ...pin, media_source: { ...source, cover_image_key_frame_time: 2.9 } }), 1)
  assert.equal(faultsIn({ ...pin, link: `https://example.com/${'a'.repeat(2_100)}` }), 1)
  assert.equal(faultsIn({ ...pin, board: '7' }), 1)
})
