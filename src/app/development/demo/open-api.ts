import type { JsonObject } from '#connectors/connector.ts'
import { createLog } from '#infra/log/log.ts'
import { type Caller, scopeNames } from '#kernel/caller.ts'
import { createApiKey, revokeApiKey } from '#modules/identity/index.ts'
import type { Deps } from '../../deps.ts'
import { createServer } from '../../server.ts'

/** The API in this process, used with one of the caller's API keys. The key is revoked when the API is closed. */
export interface DemoApi extends AsyncDisposable {
  get(path: string): Promise<Answer>
  post(path: string, body: object): Promise<Answer>
  /** Uploads a PNG. */
  upload(file: Buffer, name: string, fields: Readonly<Record<string, string>>): Promise<JsonObject>
}

interface Answer {
  readonly status: number
  readonly body: JsonObject
  readonly location: string | null
}

export async function openApi(deps: Deps, caller: Caller): Promise<DemoApi> {
  const config = { ...deps.config, ratePerMinute: 0 }
  const app = await createServer({ ...deps, config, log: createLog({ level: 'warn' }) })
  const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))
  const { id, key } = await createApiKey(deps, caller, { name: 'demo data', scopes, profileIds: null, expiresAt: null })
  const call = async (method: 'GET' | 'POST', url: string, payload?: object | Buffer, type?: string) => {
    const headers = { authorization: `Bearer ${key}`, ...(type === undefined ? {} : { 'content-type': type }) }
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
    const { location } = answer.headers
    return {
      status: answer.statusCode,
      body: /json/.test(answer.headers['content-type'] ?? '') ? answer.json<JsonObject>() : {},
      location: typeof location === 'string' ? location : null,
    }
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    async upload(file, name, fields) {
      const { type, bytes } = formOf(file, name, fields)
      return requireDone(await call('POST', '/v1/media/upload', bytes, type))
    },
    async [Symbol.asyncDispose]() {
      await revokeApiKey(deps, caller, id)
      await app.close()
    },
  }
}

/** Returns the body of a successful response. */
export function requireDone({ status, body }: Answer): JsonObject {
  if (status < 300) return body
  throw new Error(`The demo data could not be created: ${String(body.detail ?? body.title ?? status)}`)
}

function formOf(file: Buffer, name: string, fields: Readonly<Record<string, string>>) {
  const boundary = 'demo-data-boundary'
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`
  const bytes = Buffer.concat([Buffer.from(parts.join('') + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, bytes }
}
