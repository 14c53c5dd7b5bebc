import { PosthornError, type Result } from '@posthorn/sdk'
import { readToken } from '#web/app/session.ts'

type Uploaded = Result<'uploadMedia'>

interface UploadOptions {
  readonly profileId: string
  readonly signal: AbortSignal
  /** Called with the part that is sent, from 0 to 1. */
  readonly onProgress: (part: number) => void
}

/** Sends a file. `fetch` cannot tell how much of it is sent, so that this is the older call of browsers. */
export async function uploadFile(file: File, { profileId, signal, onProgress }: UploadOptions): Promise<Uploaded> {
  const token = await readToken()
  const form = new FormData()
  form.append('profileId', profileId)
  form.append('file', file, file.name || 'file')
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/v1/media/upload')
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as Uploaded)
      else reject(errorOf(request))
    }
    request.onerror = () => reject(new PosthornError({ code: 'no_answer', status: 0, message: 'There was no answer.' }))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function errorOf({ status, response }: XMLHttpRequest): PosthornError {
  const { code = 'unexpected_answer', detail, title } = (response ?? {}) as Record<string, string | undefined>
  return new PosthornError({ code, status, message: detail ?? title ?? `The answer was ${status}.` })
}
