import { createHash } from 'node:crypto'
import { type Incoming, ok } from '../../../core/http/request.ts'
import { route, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { forceSsl } from '../auth/scopes.ts'
import type { Platform } from '../state/platform.ts'
import { requireOwn } from '../videos/own.ts'
import { no } from '../wire/errors.ts'

/** The route that adds captions to a video: one track for each language and name. */
export const captionRoutes = (platform: Platform): readonly Route[] => [
  route(
    'POST',
    '/upload/youtube/v3/captions',
    'insertCaption',
    { ...writing, accepts: ['bytes'], maxBytes: () => platform.rules.maxCaptionBytes },
    (incoming) => {
      const person = requireCaller(platform, incoming, [forceSsl])
      const { videoId, language, name, file } = read(incoming)
      const video = requireOwn(platform, person, videoId)
      if (!/^[a-z]{2,3}(-\w+)*$/i.test(language))
        no(400, 'invalidMetadata', 'The request contains invalid metadata values.')
      if (!/-->/.test(file)) no(400, 'contentRequired', 'The request does not contain the caption track contents.')
      if (video.captions.some((track) => track.language === language && track.name === name))
        no(409, 'captionExists', 'The specified video already has a caption track with that name and language.')
      video.captions.push({ language, name, sha256: createHash('sha256').update(file).digest('hex') })
      return ok({ kind: 'youtube#caption', id: `${video.id}.${language}.${name}` })
    },
  ),
]

/** Reads the two parts of the body: the description of the track, and the file. */
function read({ body, headers }: Incoming) {
  const boundary = /^multipart\/related;\s*boundary="?([\w-]{1,70})"?$/i.exec(headers['content-type'] ?? '')?.[1]
  const text = body.kind === 'bytes' ? body.file.bytes.toString('utf8') : ''
  const [, json = '', file = ''] = boundary === undefined ? [] : text.split(`--${boundary}`)
  const content = (part: string) => part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, '')
  const { snippet } = parsed(content(json))
  const { videoId = '', language = '', name = '' } = snippet ?? {}
  return { videoId, language, name, file: content(file) }
}

function parsed(text: string): { readonly snippet?: Readonly<Record<string, string>> } {
  try {
    return JSON.parse(text)
  } catch {
    return no(400, 'parseError', 'Parse Error')
  }
}
