import { gif as gifOf, mp4 as mp4Of } from '../../../core/tests/files.ts'
import { type Call as AnyCall, type Reply, startNetwork } from '../../../core/tests/kit.ts'
import { mastodon } from '../mastodon.ts'

export { png } from '../../../core/tests/files.ts'
export type { Reply }

interface Call extends Omit<AnyCall, 'form'> {
  readonly as?: string
  readonly key?: string
  readonly form?: Readonly<Record<string, string>> | readonly (readonly [string, string])[]
}

export async function startMastodon() {
  const on = await startNetwork('mastodon', mastodon, { startMs: Date.UTC(2026, 0, 15, 9) })
  const call = (method: string, path: string, { as, key, form, ...given }: Call = {}): Promise<Reply> => {
    const pairs = form && (isPairs(form) ? form.map(([name, value]): [string, string] => [name, value]) : form)
    return on.call(method, path, {
      ...(as && { token: `sandbox-token-${as}` }),
      ...given,
      ...(pairs && { form: new URLSearchParams(pairs) }),
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  }
  return {
    ...on,
    call,
    post: (as: string, form: Readonly<Record<string, string>>, key = '') =>
      call('POST', '/api/v1/statuses', { as, form, key }),
    upload: (as: string, bytes: Buffer, fields: Readonly<Record<string, string>> = {}) =>
      call('POST', '/api/v2/media', { as, upload: uploadOf(bytes, fields) }),
  }
}

const isPairs = (form: NonNullable<Call['form']>): form is readonly (readonly [string, string])[] => Array.isArray(form)

export function uploadOf(bytes: Buffer, fields: Readonly<Record<string, string>> = {}): FormData {
  const upload = new FormData()
  upload.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), 'file.bin')
  for (const [name, value] of Object.entries(fields)) upload.set(name, value)
  return upload
}

export const gif = (width: number, height: number, frames = 1): Buffer => gifOf(width, height, frames)

export const mp4 = (width: number, height: number): Buffer => mp4Of({ width, height })
