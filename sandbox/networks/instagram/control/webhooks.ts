import { BadControl } from '../../../core/control/control-input.ts'
import type { Act } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { commenterOn } from '../../../core/people/accounts.ts'
import { createCallbacks } from '../../meta/callbacks.ts'
import { usernameOf } from '../../meta/people.ts'
import { sendWebhook } from '../../meta/webhooks.ts'
import { endTokens } from '../auth/sealed.ts'
import { write } from '../posts/comments.ts'
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
    const made = commentOn(platform, personOf(name), given.body)
    const { url } = given
    // The body is the text of the comment, not the webhook's.
    return url === undefined ? { id: made.id } : sendWebhook({ url }, sandboxApp.secret, () => eventOf(platform, made))
  }
  return { ...acts, comment }
}

function commentOn(platform: Platform, person: Person, text: unknown): Comment {
  const post = person.posts.findLast(({ deleted, draft }) => !deleted && draft.type !== 'STORIES')
  const author = platform.person(commenterOn(person.name))
  if (!post || !author) throw new BadControl(`"${person.name}" has no post yet.`, 'account')
  return write(platform, { post, author, text: typeof text === 'string' ? text : 'How nice!', replyTo: null })
}

const eventOf = ({ world }: Platform, { id, text, author, post }: Comment): object => ({
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
            from: { id: author.appId, username: usernameOf(author) },
            media: { id: post.id, media_product_type: productOf(post) },
          },
        },
      ],
    },
  ],
})
