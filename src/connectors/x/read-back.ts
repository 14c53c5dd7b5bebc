import { z } from 'zod'
import { answerFailure, readAnswer, sendJson } from '#connectors/api/json-api.ts'
import { type ReadBack, type ReadBackCall, seenPart } from '#connectors/contract/read-back.ts'
import { id } from './api.ts'
import type { Grant } from './auth/grant.ts'
import { entities, isShortened, lacksLinks, linksFiles, noLinks, readableOf, shortMax } from './post/same-text.ts'

const long = z.object({ text: z.string(), entities: entities.nullish() }).nullish()
const answer = z.object({
  data: z
    .array(
      z.object({
        id,
        text: z.string(),
        entities: entities.nullish(),
        attachments: z.object({ media_keys: z.array(z.string()).nullish() }).nullish(),
        note_tweet: long,
        note_post: long,
      }),
    )
    .nullish(),
  includes: z
    .object({
      media: z.array(z.object({ media_key: z.string(), type: z.string(), alt_text: z.string().nullish() })).nullish(),
    })
    .nullish(),
})
const fields = {
  'tweet.fields': 'entities,attachments,note_tweet',
  expansions: 'attachments.media_keys',
  'media.fields': 'media_key,type,alt_text',
}

/** Reads posts with links as their author wrote them and without the link to the files that X appends. */
export async function readBack({ http, grant, remoteIds }: ReadBackCall<Grant>): Promise<readonly ReadBack[]> {
  const path = `/2/tweets?${new URLSearchParams({ ids: remoteIds.join(','), ...fields })}`
  const request = { name: 'getPosts', method: 'GET', path, token: grant.accessToken } as const
  const response = await sendJson(http, request)
  const { data, includes } = readAnswer(response, answer)
  const files = new Map(includes?.media?.map((file) => [file.media_key, file]))
  return remoteIds.map((remoteId) => {
    const post = data?.find((one) => one.id === remoteId)
    if (!post) return 'gone'
    const whole = post.note_tweet ?? post.note_post
    const { text, entities } = whole ?? post
    if (lacksLinks(text, entities?.urls)) throw answerFailure(response, noLinks)
    const keys = post.attachments?.media_keys
    return seenPart({
      text: readableOf(text, entities ?? {}),
      isCut: !whole && text.length > shortMax && isShortened(text),
      // A link to files without any files: X left them out.
      media:
        !keys && linksFiles(text, entities ?? {})
          ? null
          : (keys ?? []).map((key) => {
              const file = files.get(key)
              return { kind: file ? kindOf(file.type) : null, altText: file?.alt_text ?? null }
            }),
      tellsAltTexts: true,
    })
  })
}

/** X turns a GIF into a video, which it calls an animated GIF. The author provided an image. */
const kindOf = (type: string) => (type === 'video' ? 'video' : 'image')
