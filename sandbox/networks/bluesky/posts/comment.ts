import { actsOn } from '../../../core/control/acts.ts'
import { BadControl } from '../../../core/control/control-input.ts'
import type { Act, World } from '../../../core/network.ts'
import { commenterOn } from '../../../core/people/accounts.ts'
import type { Account, Accounts } from '../state/accounts.ts'
import type { PostIndex } from '../state/post-index.ts'
import type { Repo, Stored } from '../state/repo.ts'
import { isReply, type Writer } from './write.ts'

interface CommentDeps {
  readonly accounts: Accounts
  readonly posts: PostIndex
  readonly repo: Repo
  readonly writer: Writer
  readonly world: World
}

const collection = 'app.bsky.feed.post'

/**
 * Acts of other people. `comment` replies to the account's latest post, or to the post `to`, as the person `by`;
 * `mention` names the account in a new post. The others change the post `id`.
 */
export function createCommentActs({
  accounts,
  posts,
  repo,
  writer,
  world,
}: CommentDeps): Readonly<Record<string, Act>> {
  const { on } = actsOn(accounts.byName)
  const authorOf = (account: Account, by: unknown): Account =>
    accounts.byName(typeof by === 'string' ? by : commenterOn(account.name)) ?? no(`Unknown person "${by}".`)
  const postAt = (uri: unknown): Stored =>
    (typeof uri === 'string' ? repo.find(uri) : null) ?? no('"with.id" must be the URI of a post.')
  function write(author: Account, record: object, key = repo.newKey(), kind: 'new' | 'changed' = 'new'): object {
    const createdAt = world.clock.now().toISOString()
    const prepared = writer.prepare(author, { collection, key, validate: true, record: { createdAt, ...record } })
    writer.store(prepared, kind)
    return { uri: prepared.record.uri }
  }
  const refOf = ({ uri, cid }: Pick<Stored, 'uri' | 'cid'>) => ({ uri, cid })
  const wordsIn = (body: unknown, usual: string): string => (typeof body === 'string' ? body : usual)
  return {
    comment: on((account, { body, to, by }) => {
      const parent = typeof to === 'string' ? repo.find(to) : posts.newest({ account: account.name, limit: 1 })[0]
      if (!parent) return no(`"${account.name}" has no such post.`)
      const above = isReply(parent.value.reply) ? repo.find(parent.value.reply.root.uri) : null
      const reply = { root: refOf(above ?? parent), parent: refOf(parent) }
      return write(authorOf(account, by), { text: wordsIn(body, 'How nice!'), reply })
    }),
    mention: on((account, { body, by }) => {
      const name = `@${account.handle}`
      const feature = { $type: 'app.bsky.richtext.facet#mention', did: account.did }
      const facets = [{ index: { byteStart: 0, byteEnd: name.length }, features: [feature] }]
      return write(authorOf(account, by), { text: `${name} ${wordsIn(body, 'look!')}`, facets })
    }),
    edit_comment(_name, { id, body } = {}) {
      const { account, key, value } = postAt(id)
      const { facets: _, ...rest } = value
      return write(account, { ...rest, text: wordsIn(body, 'How very nice!') }, key, 'changed')
    },
    delete_comment(_name, { id } = {}) {
      const stored = postAt(id)
      writer.remove(stored)
      return { uri: stored.uri }
    },
  }
}

const no = (why: string): never => {
  throw new BadControl(why, 'with')
}
