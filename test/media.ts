import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import type { Answer } from './client.ts'
import type { TestApp } from './harness.ts'

export interface Sent {
  readonly file: Uint8Array
  readonly fileName?: string
  readonly contentType?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** A form with one file, sent as a browser sends it. */
export async function upload(
  t: Pick<TestApp, 'url'>,
  by: { readonly token: string },
  { file, fileName = 'picture.png', contentType = '', fields = {} }: Sent,
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([file as Uint8Array<ArrayBuffer>], { type: contentType }), fileName)
  const answer = await fetch(`${t.url}/v1/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}`, connection: 'close' },
    body: form,
  })
  const text = await answer.text()
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: JSON.parse(text), text }
}

/** The same where it must go well; the body of the answer. */
export async function uploaded(t: Pick<TestApp, 'url'>, by: { readonly token: string }, sent: Sent) {
  const { status, body, text } = await upload(t, by, sent)
  assert.equal(status, 200, text)
  return body
}

export interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

export interface Asked {
  readonly method?: 'GET' | 'HEAD' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** What is at an address that was given out, without a credential. */
export async function fetchBytes(t: Pick<TestApp, 'url' | 'config'>, url: string, asked: Asked = {}): Promise<Got> {
  const answer = await request(url.replace(t.config.publicUrl, t.url), {
    method: asked.method ?? 'GET',
    headers: { ...asked.headers },
    body: asked.body ?? null,
    reset: true,
  })
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
  return { status: answer.statusCode, bytes, headers: Object.fromEntries(headers) }
}

/** A key that is limited to these profiles. */
export async function narrowKey(
  by: { post(path: string, body: object): Promise<Answer> },
  profileIds: readonly string[],
): Promise<string> {
  const { body, status, text } = await by.post('/v1/api-keys', { name: 'narrow', scopes: ['media:write'], profileIds })
  assert.equal(status, 201, text)
  return body.key
}

/** Every object of a folder storage, and whatever lies in scratch, by their names. */
export async function filesOf(t: Pick<TestApp, 'folder'>): Promise<string[]> {
  const entries = await readdir(join(t.folder, 'media'), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
