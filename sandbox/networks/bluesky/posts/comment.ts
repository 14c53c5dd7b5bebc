import { BadControl } from '../../../core/control/control-input.ts'
import type { World } from '../../../core/network.ts'
import { commenterOn } from '../../../core/people/accounts.ts'
import type { Account, Accounts } from '../state/accounts.ts'
import type { PostIndex } from '../state/post-index.ts'
import type { Repo } from '../state/repo.ts'
import { isReply, type Writer } from './write.ts'

interface CommentDeps {
  readonly account: Account
  readonly accounts: Accounts
  readonly posts: PostIndex
  readonly repo: Repo
  readonly writer: Writer
  readonly world: World
}

/** Another person replies to the account's latest post. Returns the URI of the reply. */
export function commentOn({ account, accounts, posts, repo, writer, world }: CommentDeps, text: unknown): string {
  const [parent] = posts.newest({ account: account.name, limit: 1 })
  const author = accounts.byName(commenterOn(account.name))
  if (!parent || !author) throw new BadControl(`"${account.name}" has no post yet.`, 'account')
  const above = isReply(parent.value.reply) ? repo.find(parent.value.reply.root.uri) : null
  const refOf = ({ uri, cid }: { uri: string; cid: string }) => ({ uri, cid })
  const prepared = writer.prepare(author, {
    collection: 'app.bsky.feed.post',
    key: repo.newKey(),
    validate: true,
    record: {
      text: typeof text === 'string' ? text : 'How nice!',
      createdAt: world.clock.now().toISOString(),
      reply: { root: refOf(above ?? parent), parent: refOf(parent) },
    },
  })
  writer.store(prepared, 'new')
  return prepared.record.uri
}
