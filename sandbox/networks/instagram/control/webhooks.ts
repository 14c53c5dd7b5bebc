import { BadControl } from '../../../core/control/control-input.ts'
import type { Act } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { usernameOf } from '../../meta/people.ts'
import { addressIn, sendSignedRequest, sendWebhook, verifyWebhook } from '../../meta/webhooks.ts'
import { endTokens } from '../auth/sealed.ts'
import { write } from '../posts/comments.ts'
import { productOf } from '../posts/media.ts'
import type { Platform } from '../state/platform.ts'
import type { Comment, Person } from '../state/records.ts'

/**
 * Control actions that send the network's callbacks to the app, signed as the real ones are: removal of the app, a
 * request to delete data, or a comment by somebody else on the latest post.
 */
export function createWebhookActs(platform: Platform) {
  const nowMs = () => platform.world.clock.ms()
  const personOf = (name: string): Person => {
    const person = platform.person(name)
    if (!person) throw new BadControl(`There is nobody called "${name}".`, 'account')
    return person
  }
  const signed: Act = (name, given = {}) =>
    sendSignedRequest(given, { secret: sandboxApp.secret, userId: personOf(name).appId, nowMs: nowMs() })
  const deauthorize: Act = (name, given = {}) => {
    addressIn(given)
    endTokens(personOf(name), 'login', 458)
    return signed(name, given)
  }
  const comment: Act = (name, given = {}) => {
    const made = commentOn(platform, personOf(name), given.body)
    const { url } = given
    // The body is the words of the comment, and not that of the webhook.
    return url === undefined ? { id: made.id } : sendWebhook({ url }, sandboxApp.secret, () => eventOf(platform, made))
  }
  const verify: Act = (_name, given = {}) =>
    verifyWebhook(given, sandboxApp.verifyToken, platform.world.random.fixed('instagram/challenge'))
  return { deauthorize, request_deletion: signed, comment, verify_webhook: verify }
}

function commentOn(platform: Platform, person: Person, text: unknown): Comment {
  const post = person.posts.findLast(({ deleted, draft }) => !deleted && draft.type !== 'STORIES')
  const author = platform.person(person.name === 'bob' ? 'carla' : 'bob')
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
