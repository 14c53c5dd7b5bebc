import { z } from 'zod'
import { readAnswer, sendJson } from '#connectors/api/json-api.ts'
import type { JsonObject, ReadCall } from '#connectors/connector.ts'
import { id } from './api/calls.ts'
import type { Grant } from './auth/grant.ts'

/** Enough pages for all the boards that an account may have. */
const pagesMax = 8
const pageSize = 250

const page = z.object({
  items: z.array(
    z.object({
      id,
      name: z.string().max(500),
      privacy: z.string().max(40).nullish(),
      pin_count: z.number().int().min(0).nullish().catch(null),
    }),
  ),
  bookmark: z.string().nullish(),
})

/** Lists the boards of the account. */
export async function options({ http, grant: { accessToken: token } }: ReadCall<Grant>): Promise<JsonObject> {
  const boards: JsonObject[] = []
  const query = new URLSearchParams({ page_size: String(pageSize) })
  for (let at = 0; at < pagesMax; at += 1) {
    const path = `/boards?${query}`
    const answer = await sendJson(http, { name: 'getBoards', method: 'GET', path, token, maxBytes: 4_000_000 })
    const { items, bookmark } = readAnswer(answer, page)
    for (const { id: boardId, name, privacy, pin_count: pins } of items)
      boards.push({ id: boardId, name, privacy: privacy?.toLowerCase() ?? null, pins: pins ?? null })
    if (!bookmark) break
    query.set('bookmark', bookmark)
  }
  return { boards }
}
