import { isReply } from '../posts/write.ts'
import type { Account, Accounts } from './accounts.ts'
import type { Repo, Stored } from './repo.ts'

/** A post that concerns an account, and the account's own post that it replies to or quotes. */
interface Notice {
  readonly uri: string
  readonly reason: 'mention' | 'quote' | 'reply'
  readonly subject: string | null
}

/** The notices of each account, oldest first. Those of deleted posts stay in the list and are skipped by readers. */
export interface Notices {
  add(stored: Omit<Stored, 'indexedAt'>): void
  of(account: Account): readonly Notice[]
}

/** The number of posts up a thread whose authors learn of a reply. */
const replyDepth = 5

/** Each account gets one notice of a post, for the first of these reasons: it is mentioned, quoted, or replied to. */
export function createNotices({ repo, accounts }: { repo: Pick<Repo, 'find'>; accounts: Accounts }): Notices {
  const byDid = new Map<string, Notice[]>()

  function* reasonsOf({ value }: Pick<Stored, 'value'>): Iterable<Omit<Notice, 'uri'> & { did: string }> {
    for (const did of mentionedIn(value.facets)) yield { did, reason: 'mention', subject: null }
    const quoted = quotedIn(value.embed)
    if (quoted !== null) yield { did: didIn(quoted), reason: 'quote', subject: quoted }
    let above = isReply(value.reply) ? value.reply.parent.uri : null
    for (let depth = 0; above !== null && depth < replyDepth; depth += 1) {
      yield { did: didIn(above), reason: 'reply', subject: above }
      const next: unknown = repo.find(above)?.value.reply
      above = isReply(next) ? next.parent.uri : null
    }
  }

  return {
    add(stored) {
      const told = new Set([stored.account.did])
      for (const { did, ...notice } of reasonsOf(stored)) {
        if (told.has(did) || !accounts.byDid(did)) continue
        told.add(did)
        const known = byDid.get(did) ?? []
        byDid.set(did, known)
        known.push({ uri: stored.uri, ...notice })
      }
    },
    of: ({ did }) => byDid.get(did) ?? [],
  }
}

const didIn = (uri: string): string => /^at:\/\/([^/]+)\//.exec(uri)?.[1] ?? ''

interface Facet {
  readonly features: readonly { readonly $type: string; readonly did?: string }[]
}

/** The lexicon has checked the facets. */
const mentionedIn = (facets: unknown): readonly string[] =>
  ((facets ?? []) as readonly Facet[]).flatMap(({ features }) =>
    features.flatMap(({ $type, did }) => ($type === 'app.bsky.richtext.facet#mention' && did ? [did] : [])),
  )

/** A quoted post next to files is one level deeper. */
function quotedIn(embed: unknown): string | null {
  const { record } = (embed ?? {}) as { readonly record?: { readonly uri?: string; readonly record?: { uri: string } } }
  return record?.record?.uri ?? record?.uri ?? null
}
