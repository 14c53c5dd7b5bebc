import { z } from 'zod'
import { readAnswer, sendJson } from '#connectors/api/json-api.ts'
import type { JsonObject, ReadCall } from '#connectors/connector.ts'
import { id } from './api.ts'
import type { Grant } from './auth/grant.ts'

/** Enough pages for all the boards that an account may have. */
const pagesMax = 8
const pageSize = 250
/** The number of boards whose sections are read, several at a time: an account may have thousands. */
const sectionedMax = 50
const atOnce = 10

const board = z.object({
  id,
  name: z.string().max(500),
  privacy: z.string().max(40).nullish(),
  pin_count: z.number().int().min(0).nullish().catch(null),
})
const section = z.object({ id, name: z.string().max(500) })

/**
 * Lists the boards of the account with their sections. `sections` is null for boards beyond the first ones, whose
 * sections are not read.
 */
export async function options(call: ReadCall<Grant>): Promise<JsonObject> {
  const boards = await readAll(call, 'getBoards', '/boards', board, pagesMax)
  const sections = new Map<string, JsonObject[]>()
  for (let at = 0; at < Math.min(boards.length, sectionedMax); at += atOnce)
    await Promise.all(
      boards.slice(at, at + atOnce).map(async ({ id: boardId }) => {
        const found = await readAll(call, 'getBoardSections', `/boards/${boardId}/sections`, section, 1)
        sections.set(boardId, found)
      }),
    )
  return {
    boards: boards.map(({ id: boardId, name, privacy, pin_count: pins }) => ({
      id: boardId,
      name,
      privacy: privacy?.toLowerCase() ?? null,
      pins: pins ?? null,
      sections: sections.get(boardId) ?? null,
    })),
  }
}

/** Reads a list, page after page. */
async function readAll<Row>(
  { http, grant: { accessToken: token } }: ReadCall<Grant>,
  name: string,
  path: string,
  row: z.ZodType<Row>,
  pages: number,
): Promise<Row[]> {
  const shape = z.object({ items: z.array(row), bookmark: z.string().nullish() })
  const rows: Row[] = []
  const query = new URLSearchParams({ page_size: String(pageSize) })
  for (let at = 0; at < pages; at += 1) {
    const request = { name, method: 'GET', path: `${path}?${query}`, token, maxBytes: 4_000_000 } as const
    const { items, bookmark } = readAnswer(await sendJson(http, request), shape)
    rows.push(...items)
    if (!bookmark) break
    query.set('bookmark', bookmark)
  }
  return rows
}
