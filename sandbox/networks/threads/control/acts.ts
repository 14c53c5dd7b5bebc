import { actsOn } from '../../../core/control/acts.ts'
import { BadControl } from '../../../core/control/control-input.ts'
import type { Act } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { createCallbacks } from '../../meta/callbacks.ts'
import { instant } from '../../meta/params.ts'
import { usernameOf } from '../../meta/people.ts'
import { sendWebhook } from '../../meta/webhooks.ts'
import { endTokens } from '../auth/sealed.ts'
import { permalinkOf, remove, rootOf } from '../posts/posts.ts'
import type { Platform } from '../state/platform.ts'
import type { Person } from '../state/records.ts'

/** The acts of people in their settings and of the network's staff, for `POST /control/act`. */
export function createActs(platform: Platform): Readonly<Record<string, Act>> {
  const { on, set, deleteLatest } = actsOn(platform.person)
  const kill = (subcode: number) =>
    on((person) => {
      endTokens(person, subcode)
      return { tokens: `190/${subcode}` }
    })
  const webhookActs = createWebhookActs(platform)
  const revoke = kill(458)
  return {
    ...webhookActs,
    // With a URL, the app is notified as well.
    revoke_access: (name, given = {}) => (given.url === undefined ? revoke : webhookActs.deauthorize)(name, given),
    change_password: kill(460),
    restrict: set({ standing: 'restricted' }),
    flag_spam: set({ standing: 'spam' }),
    restore: set({ standing: 'active' }),
    go_private: set({ isPrivate: true }),
    go_public: set({ isPrivate: false }),
    become_tester: set({ isTester: true }),
    fail_next_file: on((person, { reason }) => {
      person.failsNext = typeof reason === 'string' ? reason : 'UNKNOWN'
      return { reason: person.failsNext }
    }),
    delete_latest: deleteLatest(
      ({ posts }) => posts,
      (post) => remove(platform, post),
    ),
  }
}

/** Acts that call the app: Meta's callbacks, and an event of a post. */
function createWebhookActs(platform: Platform) {
  const { personOf, acts } = createCallbacks<Person>(platform.world, 'threads', {
    find: platform.person,
    idOf: ({ id }) => id,
    remove: (person) => endTokens(person, 458),
  })
  const sendLatest: Act = (name, given = {}) =>
    sendWebhook(given, sandboxApp.secret, () => eventOf(platform, personOf(name), given.event))
  return { ...acts, send_webhook: sendLatest }
}

const topics: Readonly<Record<string, string>> = {
  replies: 'moderate',
  delete: 'moderate',
  mentions: 'interaction',
  publish: 'interaction',
}

/**
 * Returns the event of a webhook, about the person's latest post. Its form differs from that of other Meta products.
 */
function eventOf(platform: Platform, person: Person, event: unknown): object {
  const field = typeof event === 'string' && Object.hasOwn(topics, event) ? event : 'publish'
  const post = person.posts.at(-1)
  if (!post) throw new BadControl(`"${person.name}" has no post yet.`, 'account')
  const { replyTo, text, type } = post.draft
  const value = {
    id: post.id,
    username: usernameOf(person),
    text,
    media_type: type === 'TEXT' ? 'TEXT_POST' : type,
    permalink: permalinkOf(platform, post),
    timestamp: instant(post.atMs),
    shortcode: post.shortcode,
    ...(replyTo === null ? {} : { replied_to: { id: replyTo.id }, root_post: { id: rootOf(post).id } }),
  }
  return {
    app_id: sandboxApp.id,
    topic: topics[field],
    target_id: replyTo?.id ?? post.id,
    time: Math.floor(platform.world.clock.ms() / 1_000),
    subscription_id: '1',
    has_uid_field: false,
    values: { value, field },
  }
}
