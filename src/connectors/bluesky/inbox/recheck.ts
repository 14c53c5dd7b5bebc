import { z } from 'zod'
import { type Recheck, saidTextMax } from '#connectors/contract/inbox.ts'
import { errorNameOf } from '../api/error-name.ts'
import { serverOfDid } from '../api/server.ts'
import { query } from '../api/xrpc.ts'
import type { Grant } from '../auth/grant.ts'
import { embedWithFiles, listFiles } from '../media/shown-files.ts'

const timeoutMs = 10_000

const record = z.object({ text: z.string(), embed: embedWithFiles.optional().catch(undefined) })
/** One that cannot be read is left out. */
const posts = z.object({ posts: z.array(z.object({ uri: z.string(), record }).nullable().catch(null)) })
const address = /^at:\/\/(did:[\w:%.-]{1,300})\/app\.bsky\.feed\.post\/([\w.~:-]{1,512})$/

/** Reads posts by their URIs. Posts of people who block the account are left out like deleted ones. */
export const recheck: Recheck<Grant> = {
  max: 25,
  async read({ http, grant }, items) {
    const uris = items.map(({ remoteId }) => remoteId)
    const call = { server: grant.server, nsid: 'app.bsky.feed.getPosts', params: { uris }, as: grant }
    const answer = await query(http, call, posts)
    const seen = new Set(answer.posts.map((one) => one?.uri))
    const missing: string[] = []
    const unclear: string[] = []
    // One that cannot be read has no URI here, so none of them counts as missing.
    const isWhole = answer.posts.every((one) => one !== null)
    for (const uri of isWhole ? uris.filter((one) => !seen.has(one)) : [])
      (await isDeleted(uri)) ? missing.push(uri) : unclear.push(uri)
    const found = answer.posts.flatMap((one) =>
      one === null
        ? []
        : {
            remoteId: one.uri,
            text: one.record.text.slice(0, saidTextMax),
            files: listFiles(one.record.embed),
            editedAt: null,
          },
    )
    return { found, missing, unclear }

    /** Looks for the record on the server of its author, which knows nothing of blocks. */
    async function isDeleted(uri: string): Promise<boolean> {
      const [, repo = '', rkey = ''] = address.exec(uri) ?? []
      const server = repo === '' ? null : await serverOfDid(http, repo)
      if (server === null) return false
      const params = { repo, collection: 'app.bsky.feed.post', rkey }
      try {
        await query(http, { server, nsid: 'com.atproto.repo.getRecord', params, timeoutMs }, z.object({}))
        return false
      } catch (error) {
        return errorNameOf(error) === 'RecordNotFound'
      }
    }
  },
}
