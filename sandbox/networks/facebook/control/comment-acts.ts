import { BadControl } from '../../../core/control/control-input.ts'
import type { Act } from '../../../core/network.ts'
import { commenterOn, isAccountName } from '../../../core/people/accounts.ts'
import { sendWebhook } from '../../meta/webhooks.ts'
import { authorOf } from '../posts/comment-author.ts'
import { erase, write } from '../posts/comments.ts'
import { listVisiblePosts } from '../posts/publish.ts'
import { app, type Graph } from '../state/platform.ts'
import type { Comment, Page, Person, Post } from '../state/records.ts'

type Given = Readonly<Record<string, unknown>>

/**
 * Acts of other people below a page's posts. `comment` writes below the latest post, or below the post or comment `to`,
 * as the person `by`. The others change the comment `id`. With a URL, the app is notified by a webhook.
 */
export function createCommentActs(
  graph: Graph,
  pagesOf: (name: string) => readonly Page[],
): Readonly<Record<string, Act>> {
  const personBy = (page: Page, by: unknown): Person => {
    const name = typeof by === 'string' ? by : commenterOn(page.owner.name)
    return (isAccountName(name) ? graph.person(name) : null) ?? unknown(`Unknown person "${name}".`)
  }
  const commentBy = ({ id }: Given): Comment =>
    (typeof id === 'string' && graph.comments.get(id)) || unknown('"with.id" must be the ID of a comment.')
  const tell = ({ url }: Given, comment: Comment, verb: string) =>
    url === undefined ? { id: comment.id } : sendWebhook({ url }, app.secret, () => eventOf(graph, comment, verb))
  const change =
    (verb: string, act: (comment: Comment, given: Given) => void): Act =>
    (_name, given = {}) => {
      const comment = commentBy(given)
      act(comment, given)
      return tell(given, comment, verb)
    }
  return {
    comment(name, given = {}) {
      const { post, replyTo } = targetOf(graph, pagesOf(name), given.to) ?? unknown(`"${name}" has no such post.`)
      const message = typeof given.body === 'string' ? given.body : 'How nice!'
      const author = personBy(post.page, given.by)
      return tell(given, write(graph, { post, replyTo, author, message, photo: null }), 'add')
    },
    edit_comment: change('edited', (comment, { body }) => {
      comment.message = typeof body === 'string' ? body : comment.message
    }),
    delete_comment: change('remove', (comment) => erase(graph, comment)),
    hide_comment: change('hide', (comment) => {
      comment.isHidden = true
    }),
    show_comment: change('unhide', (comment) => {
      comment.isHidden = false
    }),
    ban_commenter(name, given = {}) {
      for (const page of pagesOf(name)) page.banned.add(personBy(page, given.by))
      return undefined
    },
  }
}

const unknown = (why: string): never => {
  throw new BadControl(why, 'with')
}

function targetOf(
  graph: Graph,
  pages: readonly Page[],
  to: unknown,
): { readonly post: Post; readonly replyTo: Comment | null } | null {
  if (typeof to !== 'string') {
    const [post] = pages.flatMap((page) => listVisiblePosts(page).slice(0, 1))
    return post ? { post, replyTo: null } : null
  }
  const replyTo = graph.comments.get(to) ?? null
  const post = replyTo?.post ?? graph.posts.get(to)
  return post && pages.includes(post.page) ? { post, replyTo } : null
}

/** Returns a webhook's body. A top-level comment has its post as the parent. */
function eventOf({ world }: Graph, comment: Comment, verb: string): object {
  const { id, post, replyTo, message, createdAtMs } = comment
  const value = {
    from: authorOf(comment),
    post_id: post.id,
    comment_id: id,
    parent_id: replyTo?.id ?? post.id,
    created_time: Math.floor(createdAtMs / 1_000),
    item: 'comment',
    verb,
    ...(verb === 'remove' ? {} : { message }),
  }
  const time = Math.floor(world.clock.ms() / 1_000)
  return { object: 'page', entry: [{ id: post.page.id, time, changes: [{ field: 'feed', value }] }] }
}
