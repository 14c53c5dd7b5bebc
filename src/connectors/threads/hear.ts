import { z } from 'zod'
import { parseLongNumbers } from '#connectors/api/json-api.ts'
import type { Hear, NetworkNotice } from '#connectors/connector.ts'
import { id } from '#connectors/meta/graph-call.ts'
import { challenge, isSigned } from '#connectors/meta/hub.ts'

/** Reads Threads' webhooks about replies. They have another form than those of Meta's other networks. */
export const hear: Hear = { challenge, isSigned, read }

const reply = z.object({
  field: z.literal('replies'),
  value: z.object({ root_post: z.object({ owner_id: id }) }),
})
/** Documented as an object, and received as a list, too. */
const body = z.object({ values: z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]) })

function read(raw: Buffer): readonly NetworkNotice[] {
  try {
    const { values } = body.parse(parseLongNumbers(raw.toString('utf8')))
    return values.flatMap((one): NetworkNotice[] => {
      const { data } = reply.safeParse(one)
      return data ? [{ is: 'talk', accountId: data.value.root_post.owner_id }] : []
    })
  } catch {
    return []
  }
}
