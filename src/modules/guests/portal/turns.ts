import type { Db } from '#infra/db/client.ts'
import type { GuestId, PostId } from '#kernel/ids.ts'
import { type GuestTurn, listPostsByIds, readGuestTurns } from '#modules/posts/index.ts'
import type { GuestDeps } from '../deps.ts'
import { listOpenPosts } from './store.ts'

const atOnce = 50
/** A guest has far fewer open posts, unless someone imports a year of them. */
const mostParts = 20

/** Finds the first open post after another whose turn is as wanted. Reads them in parts, since the first ones mostly are. */
export async function findTurn(
  deps: Pick<GuestDeps, 'connectors'> & { readonly db: Db },
  id: GuestId,
  isWanted: (turn: GuestTurn, postId: PostId) => boolean,
  after: PostId | null,
): Promise<PostId | null> {
  let last = after
  for (let part = 0; part < mostParts; part++) {
    const open = await listOpenPosts(deps.db, id, { after: last, most: atOnce })
    const ids = open.map((post) => post.id)
    const turns = await readGuestTurns(deps, deps.db, await listPostsByIds(deps.db, ids), id)
    const found = ids.find((postId) => {
      const turn = turns.get(postId)
      return turn !== undefined && isWanted(turn, postId)
    })
    if (found) return found
    last = ids.at(-1) ?? null
    if (ids.length < atOnce) return null
  }
  return null
}
