import { z } from 'zod'
import { CallFailed } from '#connectors/connector.ts'
import { type ReadBack, type ReadBackCall, type SeenFile, seenPart } from '#connectors/contract/read-back.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { graphErrorOf } from '#connectors/meta/graph-error.ts'
import { ask } from './api.ts'
import { type Grant, pageTokenOf } from './auth/grant.ts'

const attachment = z.object({ media_type: z.string().nullish() })
const written = z.object({
  message: z.string().nullish(),
  attachments: z
    .object({ data: z.array(attachment.extend({ subattachments: z.object({ data: z.array(attachment) }).nullish() })) })
    .nullish(),
})
const video = z.object({ description: z.string().nullish() })

/** Reads a page's posts. For a video without its own post, the description is read. */
export async function readBack(call: ReadBackCall<Grant>): Promise<readonly ReadBack[]> {
  const all: ReadBack[] = []
  for (const remoteId of call.remoteIds) all.push(await readOne(call, remoteId))
  return all
}

async function readOne({ http, grant, post }: ReadBackCall<Grant>, remoteId: string): Promise<ReadBack> {
  const request = { method: 'GET', path: `/${encodeURIComponent(remoteId)}`, token: pageTokenOf(grant, post) } as const
  try {
    if (!remoteId.includes('_')) {
      const params = { fields: 'description' }
      const { description } = read(await ask(http, { ...request, name: 'getVideo', params }), video)
      return seenPart({ text: description ?? '', media: [{ kind: 'video', altText: null }] })
    }
    const params = { fields: 'message,attachments{media_type,subattachments{media_type}}' }
    const { message, attachments } = read(await ask(http, { ...request, name: 'getPost', params }), written)
    const attached = (attachments?.data ?? []).flatMap((one) => one.subattachments?.data ?? [one])
    return seenPart({ text: message ?? '', media: attached.flatMap(listFile) })
  } catch (error) {
    const graphError =
      error instanceof CallFailed && error.failure.sent === 'answered' ? graphErrorOf(error.failure) : null
    if (graphError?.code === 100 && graphError.subcode === 33) return 'gone'
    throw error
  }
}

/** A link is also an attachment, but not a file. */
function listFile({ media_type: type }: z.output<typeof attachment>): SeenFile[] {
  if (type === 'photo') return [{ kind: 'image', altText: null }]
  return type === 'video' ? [{ kind: 'video', altText: null }] : []
}
