import { z } from 'zod'
import { ownFailure } from '#connectors/api/json-api.ts'
import { CallFailed, type JsonObject } from '#connectors/connector.ts'
import type { InboxCall } from '#connectors/contract/inbox.ts'
import type { ActedOn, InboxActs } from '#connectors/contract/inbox-acts.ts'
import { itemMissing } from '#connectors/verdicts/verdicts.ts'
import { errorNameOf } from '../api/error-name.ts'
import { procedure, query } from '../api/xrpc.ts'
import type { Grant } from '../auth/grant.ts'
import { isNotThere, postCollection, tidOf } from '../post/put.ts'

const likeCollection = 'app.bsky.feed.like'
const gateCollection = 'app.bsky.feed.threadgate'
/** The limit of the lexicon. */
const hiddenMax = 300
/** Keys from before the network existed are not valid. */
const firstKeyMs = Date.UTC(2020, 0, 1)

/** A failure code of this connector. */
export const hiddenFull = 'HiddenFull'
export const notOwnThread = 'NotOwnThread'

const ref = z.object({ uri: z.string(), cid: z.string() })
const posts = z.object({
  posts: z.array(
    ref.extend({
      record: z.object({ reply: z.object({ root: ref }).optional().catch(undefined) }),
      viewer: z
        .object({ like: z.string().max(2_000).optional() })
        .optional()
        .catch(undefined),
    }),
  ),
})

/** Likes and hidden replies are records of the account, and a reply is removed as its record. */
export const acts: InboxActs<Grant> = {
  like: {
    async run(call, item, wanted) {
      const found = await findPost(call, item)
      const key = keyOfLike(item)
      if (!wanted) {
        const liked = found?.viewer?.like
        await deleteRecord(call, likeCollection, key)
        // The like was given in another app.
        if (liked && keyIn(liked) !== key) await deleteRecord(call, likeCollection, keyIn(liked))
        return
      }
      if (!found) throw ownFailure(itemMissing)
      if (found.viewer?.like) return
      const { uri, cid } = found
      const createdAt = call.http.now.toISOString()
      const record = { $type: likeCollection, subject: { uri, cid }, createdAt }
      try {
        await putRecord(call, { collection: likeCollection, rkey: key, record, swapRecord: null })
      } catch (error) {
        // The record is there already: an earlier response was lost.
        if (errorNameOf(error) !== 'InvalidSwap') throw error
      }
    },
  },
  hide: {
    of: 'all',
    async run(call, item, wanted) {
      const found = await findPost(call, item)
      if (!found) {
        if (wanted) throw ownFailure(itemMissing)
        return
      }
      const root = found.record.reply?.root.uri ?? found.uri
      if (!root.startsWith(`at://${call.grant.did}/${postCollection}/`)) throw ownFailure(notOwnThread)
      const gate = await readGate(call, root)
      const others = (gate?.value.hiddenReplies ?? []).filter((uri) => uri !== item.remoteId)
      const wasHidden = others.length !== (gate?.value.hiddenReplies ?? []).length
      if (wasHidden === wanted) return
      if (wanted && others.length >= hiddenMax) throw ownFailure(hiddenFull)
      const value = gate?.value ?? { $type: gateCollection, post: root, createdAt: call.http.now.toISOString() }
      const record = { ...value, hiddenReplies: wanted ? [...others, item.remoteId] : others }
      // Another app may change the record at the same time. Its change is read with the next attempt.
      await putRecord(call, { collection: gateCollection, rkey: keyIn(root), record, swapRecord: gate?.cid ?? null })
    },
  },
  remove: {
    of: 'own',
    async run(call, { remoteId, isOwn }) {
      if (!isOwn || !remoteId.startsWith(`at://${call.grant.did}/${postCollection}/`)) throw ownFailure(notOwnThread)
      await deleteRecord(call, postCollection, keyIn(remoteId))
    },
  },
}

/** Derives the key of the like, so that a repeat finds the same record. */
const keyOfLike = ({ remoteId, saidAt }: ActedOn): string =>
  tidOf(new Date(Math.max(saidAt.getTime(), firstKeyMs)), remoteId, 0)

const keyIn = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1)

async function findPost({ http, grant }: InboxCall<Grant>, { remoteId }: ActedOn) {
  const params = { uris: [remoteId] }
  const call = { server: grant.server, nsid: 'app.bsky.feed.getPosts', params, as: grant }
  return (await query(http, call, posts)).posts[0]
}

const gateShape = ref.extend({
  value: z.looseObject({ hiddenReplies: z.array(z.string().max(2_000)).optional().catch(undefined) }),
})

/** Reads who may reply to a post, and which replies are hidden. Null if the record does not exist. */
async function readGate({ http, grant }: InboxCall<Grant>, root: string) {
  const params = { repo: grant.did, collection: gateCollection, rkey: keyIn(root) }
  const call = { server: grant.server, nsid: 'com.atproto.repo.getRecord', params, as: grant }
  try {
    return await query(http, call, gateShape)
  } catch (error) {
    if (error instanceof CallFailed && isNotThere(error)) return null
    throw error
  }
}

async function putRecord({ http, grant }: InboxCall<Grant>, record: JsonObject): Promise<void> {
  const input = { repo: grant.did, ...record }
  await procedure(http, { server: grant.server, nsid: 'com.atproto.repo.putRecord', as: grant, input }, ref)
}

/** Deletes a record. If it does not exist, nothing happens. */
async function deleteRecord({ http, grant }: InboxCall<Grant>, collection: string, rkey: string): Promise<void> {
  const input = { repo: grant.did, collection, rkey }
  await procedure(http, { server: grant.server, nsid: 'com.atproto.repo.deleteRecord', as: grant, input }, z.unknown())
}
