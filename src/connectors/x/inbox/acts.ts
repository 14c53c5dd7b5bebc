import { z } from 'zod'
import { ownFailure, readAnswer, sendJson } from '#connectors/api/json-api.ts'
import { CallFailed } from '#connectors/connector.ts'
import type { InboxCall } from '#connectors/contract/inbox.ts'
import type { ActedOn, InboxActs } from '#connectors/contract/inbox-acts.ts'
import { itemMissing } from '#connectors/verdicts/verdicts.ts'
import { pathOf } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { parse } from '../verdicts/parse-error.ts'

const done = z.object({ data: z.object({}) })

/** Hidden replies and deletes. A repeat changes nothing. X has removed likes from its self-serve plans. */
export const acts: InboxActs<Grant> = {
  hide: {
    of: 'all',
    needs: ['tweet.moderate.write'],
    async run(call, item, wanted) {
      const isThere = await send(call, item, {
        name: 'hideReply',
        method: 'PUT',
        end: '/hidden',
        json: { hidden: wanted },
      })
      if (wanted && !isThere) throw ownFailure(itemMissing)
    },
  },
  remove: {
    of: 'own',
    async run(call, item) {
      if (!item.isOwn) throw ownFailure(itemMissing)
      await send(call, item, { name: 'deletePost', method: 'DELETE', end: '' })
    },
  },
}

interface Change {
  readonly name: string
  readonly method: 'PUT' | 'DELETE'
  readonly end: string
  readonly json?: { readonly hidden: boolean }
}

/** Returns false if the post does not exist. */
async function send({ http, grant }: InboxCall<Grant>, { remoteId }: ActedOn, change: Change): Promise<boolean> {
  const { end, ...request } = change
  try {
    readAnswer(
      await sendJson(http, { ...request, path: `/2/tweets/${pathOf(remoteId)}${end}`, token: grant.accessToken }),
      done,
    )
    return true
  } catch (error) {
    const isGone = error instanceof CallFailed && error.failure.status === 404
    if (isGone && parse(error.failure)?.code === 'resource-not-found') return false
    throw error
  }
}
