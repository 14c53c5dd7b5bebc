import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import { CallFailed, type Http } from '#connectors/connector.ts'
import { type Recheck, type SaidNow, saidTextMax } from '#connectors/contract/inbox.ts'
import { ask, pathOf, type Server } from '../api/calls.ts'
import { isMissing } from '../api/instance.ts'
import { shownFiles } from '../media/shown-files.ts'
import type { Grant } from '../memo.ts'
import { textOfHtml } from './text-of-html.ts'

const maxBytes = 8_000_000

const status = z.object({
  id: z.string(),
  content: z.string(),
  edited_at: z.coerce.date().nullish().catch(null),
  media_attachments: shownFiles.catch([]),
})
const statuses = z.array(status)

/** Reads statuses by their IDs, which servers before 4.3 allow only one by one. */
export const recheck: Recheck<Grant> = {
  max: 20,
  async read({ http, grant }, items) {
    const ids = items.map(({ remoteId }) => remoteId)
    const found = (await readTogether(http, grant, ids)) ?? (await readEach(http, grant, ids))
    const seen = new Set(found.map(({ id }) => id))
    const missing: string[] = []
    const unclear: string[] = []
    // A person who blocks the account hides their statuses only from it.
    for (const id of ids.filter((one) => !seen.has(one)))
      (await isDeleted(http, { apiUrl: grant.apiUrl }, id)) ? missing.push(id) : unclear.push(id)
    return { found: found.map(said), missing, unclear }
  },
}

const said = (one: z.output<typeof status>): SaidNow => ({
  remoteId: one.id,
  text: textOfHtml(one.content).slice(0, saidTextMax),
  files: one.media_attachments,
  editedAt: one.edited_at ?? null,
})

/** Returns null if the server does not have the call. */
async function readTogether(http: Http, server: Server, ids: readonly string[]) {
  const path = `/api/v1/statuses?${new URLSearchParams(ids.map((id): [string, string] => ['id[]', id]))}`
  try {
    return readAnswer(await ask(http, server, { name: 'listStatusesById', method: 'GET', path, maxBytes }), statuses)
  } catch (error) {
    const status = error instanceof CallFailed && error.failure.sent === 'answered' ? error.failure.status : null
    if (status === 404 || status === 405) return null
    throw error
  }
}

async function readEach(http: Http, server: Server, ids: readonly string[]) {
  const found: z.output<typeof statuses> = []
  for (const id of ids) {
    try {
      found.push(readAnswer(await readOne(http, server, id), status))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  return found
}

const readOne = (http: Http, server: Server, id: string) =>
  ask(http, server, { name: 'getStatus', method: 'GET', path: `/api/v1/statuses/${pathOf(id)}`, maxBytes })

/** True if visitors cannot see the status either. */
async function isDeleted(http: Http, visitor: Server, id: string): Promise<boolean> {
  try {
    await readOne(http, visitor, id)
    return false
  } catch (error) {
    return isMissing(error)
  }
}
