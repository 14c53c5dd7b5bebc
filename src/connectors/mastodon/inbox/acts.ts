import { ownFailure } from '#connectors/api/json-api.ts'
import { CallFailed } from '#connectors/connector.ts'
import type { InboxCall } from '#connectors/contract/inbox.ts'
import type { ActedOn, InboxActs } from '#connectors/contract/inbox-acts.ts'
import { jsonOf } from '#connectors/verdicts/verdict-table.ts'
import { itemMissing } from '#connectors/verdicts/verdicts.ts'
import { ask, pathOf } from '../api/calls.ts'
import type { Grant } from '../memo.ts'

/** Favourites and deletes. The server recognizes a repeat. */
export const acts: InboxActs<Grant> = {
  like: {
    needs: [['write:favourites', 'write']],
    async run(call, item, wanted) {
      const isThere = await post(call, item, wanted ? 'favourite' : 'unfavourite')
      if (wanted && !isThere) throw ownFailure(itemMissing)
    },
  },
  remove: {
    of: 'own',
    async run({ http, grant }, { remoteId, isOwn }) {
      if (!isOwn) throw ownFailure(itemMissing)
      const path = `/api/v1/statuses/${pathOf(remoteId)}`
      try {
        await ask(http, grant, { name: 'deleteStatus', method: 'DELETE', path })
      } catch (error) {
        if (!isGone(error)) throw error
      }
    },
  },
}

/** Returns false if the status does not exist, or the account may not see it. */
async function post({ http, grant }: InboxCall<Grant>, { remoteId }: ActedOn, name: string): Promise<boolean> {
  try {
    await ask(http, grant, { name, method: 'POST', path: `/api/v1/statuses/${pathOf(remoteId)}/${name}` })
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

/** True if the server itself says that the status does not exist. A proxy in front of it may respond with the same code. */
const isGone = (error: unknown): boolean =>
  error instanceof CallFailed && error.failure.status === 404 && typeof jsonOf(error.failure)?.error === 'string'
