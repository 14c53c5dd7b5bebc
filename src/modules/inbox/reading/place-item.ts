import type { Said } from '#connectors/contract/inbox.ts'
import type { Placed, Root } from '../placing.ts'

interface Surroundings {
  /** The account's own ID at the network. */
  readonly ownId: string
  /** The root of an item that is stored or was placed before. */
  rootOf(remoteId: string): Root | undefined
  /** True for a post that was published from here. */
  isOurs(remoteId: string): boolean
  /** The items above a reply whose parent is unknown, from the top. */
  readonly above: ReadonlyMap<string, readonly Said[]>
}

/**
 * Assigns an item to a conversation, together with the items above it that are still unknown. A conversation begins
 * below the account's own post, so each comment on a post is one, with all replies under it. In a thread that others
 * began, it begins at the top.
 */
export function placeItem(said: Said, { ownId, rootOf, isOurs, above }: Surroundings): Placed[] {
  const { parentId, quotedId, ownPostId } = said
  if (said.kind === 'quote') return [{ said, root: { remoteId: said.remoteId, kind: 'quote', aboutId: quotedId } }]
  if (parentId === null) return [{ said, root: { remoteId: said.remoteId, kind: 'mention', aboutId: null } }]
  const known = rootOf(parentId)
  if (known) return [{ said, root: known }]
  if (parentId === ownPostId || isOurs(parentId))
    return [{ said, root: { remoteId: said.remoteId, kind: 'comment', aboutId: parentId } }]
  const chain = above.get(said.remoteId) ?? []
  const begin = chain.findIndex(({ author }) => author.remoteId !== ownId)
  const below = begin === -1 ? [] : chain.slice(begin)
  const [first = said] = below
  const about = (begin === -1 ? chain.at(-1) : chain[begin - 1])?.remoteId ?? ownPostId ?? null
  const root =
    below.flatMap(({ remoteId }) => rootOf(remoteId) ?? []).at(0) ??
    ({ remoteId: first.remoteId, kind: about === null ? 'mention' : 'comment', aboutId: about } as const)
  return [...below, said].map((one) => ({ said: one, root }))
}
