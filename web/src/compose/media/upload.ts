import { PosthornError, type Result } from '@posthorn/sdk'
import { mediaMaxBytes } from '#rules/file-size.ts'
import { readToken, replaceToken } from '#web/app/session.ts'
import { isAudio } from '#web/lib/file-types.ts'

type Uploaded = Result<'uploadMedia'>

const tooLargeCode = 'media_too_large'

export const isTooLarge = (error: Error): boolean => error instanceof PosthornError && error.code === tooLargeCode

/** True if the same file may be accepted later: its content was not refused. */
export const mayHelpToRetry = (error: Error): boolean =>
  !isTooLarge(error) && !(error instanceof PosthornError && error.status === 400 && error.code.startsWith('media_'))

interface UploadOptions {
  readonly profileId: string
  readonly signal: AbortSignal
  /** Called with the share that has been sent, from 0 to 1. */
  readonly onProgress: (part: number) => void
}

/** Uploads a file, and repeats the upload once if the token is refused: a session can end before its token expires. */
export async function uploadFile(file: File, options: UploadOptions): Promise<Uploaded> {
  // Checked before the upload: a connection that is refused in the middle of a file often yields no response.
  if (file.size > mediaMaxBytes) throw new PosthornError({ code: tooLargeCode, status: 413, message: tooLargeCode })
  const token = await readToken()
  try {
    return await sendFile(file, token, options)
  } catch (error) {
    if (token === null || !(error instanceof PosthornError) || error.status !== 401) throw error
    const next = await replaceToken(token)
    if (next === null) throw error
    return await sendFile(file, next, options)
  }
}

/** `fetch` cannot report upload progress, so this uses `XMLHttpRequest`. */
async function sendFile(
  file: File,
  token: string | null,
  { profileId, signal, onProgress }: UploadOptions,
): Promise<Uploaded> {
  // It may have been cancelled while the token was read. Its signal tells no later listener.
  signal.throwIfAborted()
  const form = new FormData()
  form.append('profileId', profileId)
  form.append('file', file, file.name || 'file')
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/v1/media/upload${isAudio(file.type) ? '?purpose=audio' : ''}`)
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
