import { isReply } from '../posts/write.ts'
import { isSeen, type Repo, type Stored } from './repo.ts'

/** Posts in the order of arrival, and the replies to each, without deleted posts. */
export interface PostIndex {
  add(stored: Omit<Stored, 'indexedAt'>): void
  newest(of: { account: string | null; limit: number }): readonly Stored[]
  repliesTo(uri: string): readonly Stored[]
  readonly count: number
}

export function createPostIndex(repo: Pick<Repo, 'find'>): PostIndex {
  const all: string[] = []
  const byAccount = new Map<string, string[]>()
  const replies = new Map<string, Set<string>>()

  return {
    get count() {
      return all.length
    },
    add({ uri, account, value }) {
      all.push(uri)
      const own = byAccount.get(account.name)
      if (own) own.push(uri)
      else byAccount.set(account.name, [uri])
      if (!isReply(value.reply)) return
      const parent = value.reply.parent.uri
      replies.set(parent, (replies.get(parent) ?? new Set()).add(uri))
    },
    newest({ account, limit }) {
      const uris = account === null ? all : (byAccount.get(account) ?? [])
      // A post that was deleted and recreated with the same key is in the list twice.
      const found = new Map<string, Stored>()
      for (let at = uris.length - 1; at >= 0 && found.size < limit; at -= 1) {
        const stored = repo.find(uris[at] ?? '')
        if (isSeen(stored) && !found.has(stored.uri)) found.set(stored.uri, stored)
      }
      return [...found.values()]
    },
    repliesTo: (uri) => [...(replies.get(uri) ?? [])].map((one) => repo.find(one)).filter(isSeen),
  }
}
