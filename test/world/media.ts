import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import type { Deps } from '#app/deps.ts'
import { createServer, portOf } from '#app/server.ts'
import { knownDocumentOf } from '../harness/app/documents.ts'
import type { TestApp } from '../harness/app.ts'
import { type Answer, type Client, createClient, type WholeAnswer } from '../harness/client.ts'

export type Served = Pick<TestApp, 'app' | 'url'>

/** Returns a client with this token, or without a credential. */
export const clientOf = ({ app, url }: Served, token: string | null): Client =>
  createClient({ url, token, document: knownDocumentOf(app) })

/** Starts the application again on the same database, with some deps replaced. */
export async function serveWith(t: Pick<TestApp, 'deps'>, means: Partial<Deps>): Promise<Served & AsyncDisposable> {
  const app = await createServer({ ...t.deps, ...means })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, url: `http://127.0.0.1:${portOf(app)}`, [Symbol.asyncDispose]: () => app.close() }
}

export interface Sent {
  readonly file: Uint8Array
  readonly fileName?: string
  readonly contentType?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** Uploads a form with one file, as a browser does. */
export const upload = (t: Served, by: { readonly token: string }, sent: Sent): Promise<WholeAnswer> =>
  clientOf(t, by.token).upload('/v1/media/upload', { fileName: 'picture.png', ...sent, file: Buffer.from(sent.file) })

/** Uploads a file, asserts success and returns the body. */
export async function uploaded(t: Served, by: { readonly token: string }, sent: Sent) {
  const { status, body, text } = await upload(t, by, sent)
  assert.equal(status, 200, text)
  return body
}

interface Asked {
  readonly method?: 'GET' | 'HEAD' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** Fetches a returned URL, ours or the store's, without a credential. */
export async function fetchBytes(
  t: Served & Pick<TestApp, 'config'>,
  url: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Pick<WholeAnswer, 'status' | 'headers' | 'bytes'>> {
  const ours = `${t.config.publicUrl}/`
  const sent = body === undefined ? undefined : Buffer.from(body)
  if (url.startsWith(ours)) return await clientOf(t, null).call(method, url.slice(ours.length - 1), sent, { headers })
  const answer = await request(url, { method, headers: { ...headers }, body: sent ?? null, reset: true })
  return { status: answer.statusCode, headers: {}, bytes: Buffer.from(await answer.body.arrayBuffer()) }
}

/** Creates an API key limited to these profiles. */
export async function narrowKey(
  by: { post(path: string, body: object): Promise<Answer> },
  profileIds: readonly string[],
): Promise<string> {
  const { body, status, text } = await by.post('/v1/api-keys', { name: 'narrow', scopes: ['media:write'], profileIds })
  assert.equal(status, 201, text)
  return body.key
}

/** Returns the names of all files in a folder storage, including its scratch folder. */
export async function filesOf(t: Pick<TestApp, 'folder'>): Promise<string[]> {
  const entries = await readdir(join(t.folder, 'media'), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
