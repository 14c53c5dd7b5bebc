import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import type { Outgoing } from '#connectors/connector.ts'
import { type ReadBack, type ReadBackCall, type SeenFile, seenPart } from '#connectors/contract/read-back.ts'
import { ask, isStatus, word } from './api.ts'
import { type Grant, isOrganization } from './auth/grant.ts'
import { readLittle } from './post/little-text.ts'

const file = z.object({ id: z.string(), altText: z.string().nullish() })
const post = z.object({
  commentary: z.string().nullish(),
  content: z
    .object({
      media: file.nullish(),
      multiImage: z.object({ images: z.array(file) }).nullish(),
      article: z.object({}).nullish(),
    })
    .nullish(),
})

/** Reads an organization's posts. LinkedIn does not let an app read a member's posts. */
export async function readBack(call: ReadBackCall<Grant>): Promise<readonly ReadBack[]> {
  if (!isOrganization(call.post.account.remoteId)) return call.remoteIds.map(() => 'closed')
  const all: ReadBack[] = []
  for (const remoteId of call.remoteIds) all.push(await readOne(call, remoteId))
  return all
}

async function readOne({ http, grant, post: sent }: ReadBackCall<Grant>, remoteId: string): Promise<ReadBack> {
  const path = `/rest/posts/${word(remoteId)}`
  try {
    const request = { name: 'getPost', method: 'GET', path, token: grant.accessToken } as const
    const { commentary, content } = readAnswer(await ask(http, request), post)
    return seenPart({ text: readLittle(commentary ?? ''), ...listFiles(sent, content ?? {}) })
  } catch (error) {
    if (isStatus(error, 404)) return 'gone'
    if (isStatus(error, 403)) return 'closed'
    throw error
  }
}

/**
 * Lists the files. Files that LinkedIn received in another form are not compared: an article's image, and images that
 * became document pages. Only images have alt texts.
 */
function listFiles({ parts }: Outgoing, { media, multiImage, article }: NonNullable<z.output<typeof post>['content']>) {
  const files = (media ? [media] : (multiImage?.images ?? [])).map(seenFile)
  const kinds = new Set(files.map(({ kind }) => kind))
  const isReshaped = kinds.has('document') && parts[0]?.media[0]?.kind !== 'document'
  return { media: article || isReshaped ? null : files, tellsAltTexts: kinds.has('image') }
}

const seenFile = ({ id, altText }: z.output<typeof file>): SeenFile => ({
  kind: kinds.find((kind) => id.startsWith(`urn:li:${kind}:`)) ?? null,
  altText: altText || null,
})
const kinds = ['image', 'video', 'document'] as const
