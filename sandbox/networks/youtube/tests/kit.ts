import { mp4 } from '../../../core/tests/files.ts'
import { authorizing, type Form, startNetwork } from '../../../core/tests/kit.ts'
import type { SandboxOptions } from '../../../index.ts'
import { youtube } from '../youtube.ts'

const redirectUri = 'http://127.0.0.1:4000/back'
const base = 'https://www.googleapis.com/auth/'
const allScopes = `${base}youtube.upload ${base}youtube.force-ssl`
export const uploadOnly = `${base}youtube.upload`
export const sampleVideo = mp4()

export type OnYoutube = Awaited<ReturnType<typeof startYoutube>>

export async function startYoutube(options: SandboxOptions = {}) {
  const on = await startNetwork('youtube', youtube, options)
  const oauth = authorizing(on, {
    page: '/o/oauth2/v2/auth',
    authorizeForm: { client_id: 'sandbox-app', redirect_uri: redirectUri, scope: allScopes, access_type: 'offline' },
    token: '/token',
    client: { client_id: 'sandbox-app', client_secret: 'sandbox-app-secret' },
  })
  const insert = (name: string, { size = sampleVideo.length, headers = {}, query = '', ...more }: Insert = {}) =>
    oauth.as(name, 'POST', `/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status${query}`, {
      json: resourceOf(more),
      headers: { 'x-upload-content-length': String(size), 'x-upload-content-type': 'video/mp4', ...headers },
    })
  const put = (session: string, range: string, bytes: Buffer = Buffer.alloc(0)) =>
    on.call('PUT', session, { bytes, headers: { 'content-type': 'video/mp4', 'content-range': range } })
  const begin = async (name: string, given: Insert = {}): Promise<string> => {
    const { status, headers, text } = await insert(name, given)
    if (status !== 200) throw new Error(text)
    return headers.get('location') ?? ''
  }
  return {
    ...on,
    ...oauth,
    insert,
    begin,
    put,
    read: (name: string, path: string) => oauth.as(name, 'GET', `/youtube/v3/${path}`),
    /** Uploads a video in one chunk, without waiting for its processing. */
    async upload(name: string, given: Insert = {}, bytes: Buffer = sampleVideo): Promise<string> {
      const session = await begin(name, { ...given, size: bytes.length })
      const { body } = await put(session, `bytes 0-${bytes.length - 1}/${bytes.length}`, bytes)
      return body.id
    },
    async statusOf(name: string, id: string) {
      const { body } = await oauth.as(name, 'GET', `/youtube/v3/videos?part=status&id=${id}`)
      return body.items[0]?.status
    },
  }
}

interface Insert {
  readonly size?: number
  readonly headers?: Form
  readonly query?: string
  readonly snippet?: object
  readonly status?: object
}

const resourceOf = ({ snippet = {}, status = {} }: Insert) => ({
  snippet: { title: 'The harbour', description: 'At dawn.', categoryId: '22', ...snippet },
  status: { privacyStatus: 'public', selfDeclaredMadeForKids: false, ...status },
})
