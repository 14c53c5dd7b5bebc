import { BadControl } from '../../../core/control/control-input.ts'
import type { Act } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { commenterOn } from '../../../core/people/accounts.ts'
import { createCallbacks } from '../../meta/callbacks.ts'
import { usernameOf } from '../../meta/people.ts'
import { sendWebhook } from '../../meta/webhooks.ts'
import { endTokens } from '../auth/sealed.ts'
import { erase, write } from '../posts/comments.ts'
import { productOf } from '../posts/media.ts'
import type { Platform } from '../state/platform.ts'
import type { Comment, Person } from '../state/records.ts'

export const webhookFields = ['comments', 'live_comments', 'mentions', 'messages', 'message_edit', 'story_insights']

/** Acts that call the app: Meta's callbacks, and another person's comment on the latest post. */
export function createWebhookActs(platform: Platform) {
  const { personOf, acts } = createCallbacks<Person>(platform.world, 'instagram', {
    find: platform.person,
    idOf: ({ id, appId }) => (platform.rules.callbacksNameAccount ? id : appId),
    remove: (person) => endTokens(person, 'login', 458),
  })
  const comment: Act = (name, given = {}) => {
    const made = commentOn(platform, personOf(name), given)
    const { url } = given
    // The body is the text of the comment, not the webhook's.
    return url === undefined ? { id: made.id } : sendWebhook({ url }, sandboxApp.secret, () => eventOf(platform, made))
  }
  const change =
    (act: (comment: Comment) => void): Act =>
    (_name, { id } = {}) => {
      const one = typeof id === 'string' ? platform.comments.get(id) : undefined
      if (!one) throw new BadControl('"with.id" must be the ID of a comment.', 'with')
      act(one)
      return { id: one.id }
    }
  return {
    ...acts,
    comment,
    delete_comment: change((one) => erase(platform, one)),
    hide_comment: change((one) => {
      one.isHidden = true
    }),
    show_comment: change((one) => {
      one.isHidden = false
    }),
    restrict_commenter: ((name, { by } = {}) => {
      personOf(name).restricted.add(personOf(typeof by === 'string' ? by : commenterOn(name)))
      return undefined
    }) satisfies Act,
  }
}

/** Writes a comment below the latest post, or below the post or comment `to`, as the person `by`. */
function commentOn(platform: Platform, person: Person, { body, to, by }: Readonly<Record<string, unknown>>): Comment {
  const replyTo = typeof to === 'string' ? (platform.comments.get(to) ?? null) : null
  const post =
    typeof to === 'string'
      ? (replyTo?.post ?? platform.posts.get(to))
      : person.posts.findLast(({ deleted, draft }) => !deleted && draft.type !== 'STORIES')
  const author = platform.person(typeof by === 'string' ? by : commenterOn(person.name))
  if (post?.person !== person || !author) throw new BadControl(`"${person.name}" has no such post.`, 'account')
  // A reply to a reply belongs to the top-level comment.
  const top = replyTo?.replyTo ?? replyTo
  return write(platform, { post, author, text: typeof body === 'string' ? body : 'How nice!', replyTo: top })
}

const eventOf = ({ world }: Platform, { id, text, author, post, replyTo }: Comment): object => ({
  object: 'instagram',
  entry: [
    {
      id: post.person.id,
      time: Math.floor(world.clock.ms() / 1_000),
      changes: [
        {
          field: 'comments',
          value: {
            id,
            text,
            ...(replyTo === null ? {} : { parent_id: replyTo.id }),
            from: { id: author.appId, username: usernameOf(author) },
            media: { id: post.id, media_product_type: productOf(post) },
          },
        },
      ],
    },
  ],
})
